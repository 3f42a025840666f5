import type { Row, Snapshot, Table } from '../../platform/db/copies/snapshot.ts';
import { isFleeting, sendMail } from '../../platform/mail/mails.ts';
import { readSizes } from '../../platform/storage/pictures.ts';
import { typeOfKey } from '../../platform/storage/storage.ts';

/** Storage keys of each upload: original and smaller copies. */
export async function* listStoredKeys(snapshot: Snapshot): AsyncGenerator<string[]> {
  const table = snapshot.tables.find(({ name }) => name === 'files');
  if (!table) return;
  const key = table.columns.indexOf('key');
  const sizes = table.columns.indexOf('sizes');
  for await (const rows of snapshot.rows(table))
    for (const row of rows) {
      const smaller = readSizes(String(row[sizes] ?? '[]')).map((size) => size.key);
      yield [String(row[key]), ...smaller].filter((one) => typeOfKey(one) !== undefined);
    }
}

/** Tables left out and the reason; all others are included, those of later versions too. */
export const leftOut: Record<string, string> = {
  search: '检索的索引：恢复时由文章重建，两种数据库的样子不同',
  searchPlaces: '同上',
  lines: '聊天的检索：恢复时由消息重建',
  writings: '说说、评论、专栏与页面的检索：恢复后由它们重建',
  writingPlaces: '同上',
  writingsDue: '还没有收进检索的：恢复时全部重新收一遍',
  backupRemotes: '备份抄去的地方：是这台机器的事，恢复到别的机器上的站不该往同一处抄、删',
  remoteBackups: '同上',
  backups: '备份的记录：说的是这个数据目录里的文件，不是站点的内容',
  limits: '试了几次：过一会儿就作废',
  tickets: '只用一次的口令：放回来就能再用一次',
  keptMails: '没有寄出去、留给站长看的信：里面有验证码与重设密码的链接',
  mailCodes: '验证码：几分钟就作废',
  wechatCodes: '公众号登录码：几分钟就作废',
  wechatMessages: '公众号发来过的消息编号：只防重复投递',
  dataArchives: '会员打包的数据：很大，一天就作废，可以再打一次',
  visitSalts: '当天访客的盐：留下来，就能由标记试出谁来过',
  visitMarks: '当天访客的标记：过了当天就丢掉',
  readMarks: '半小时内谁读过什么：过后就丢掉',
};

/** Tables left out that say something of this machine: a restore brings their rows along, in this order. */
export const ofThisMachine = ['backupRemotes', 'remoteBackups'];

/** Leaves out queued mails whose code or link opens an account to whoever reads the backup. */
export function isLeftOut({ name, columns }: Table, row: Row) {
  if (name !== 'outbox' || row[columns.indexOf('kind')] !== sendMail) return false;
  return isFleeting(JSON.parse(String(row[columns.indexOf('payload')])));
}
