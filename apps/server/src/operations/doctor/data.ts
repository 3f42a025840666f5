import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { readSettings } from '../../core/settings/settings.ts';
import type { Config } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { isDiskFull } from '../../platform/db/errors.ts';
import { readMigrations } from '../../platform/db/migrate.ts';
import { reasonOfDatabase } from '../../platform/db/reasons.ts';
import type { Db } from '../../platform/db/schema.ts';
import { describeTrouble, findTrouble } from '../../platform/mail/outcomes.ts';
import { openSmtp } from '../../platform/mail/smtp.ts';
import { chosenServer, readSmtpUrl, storeOnly } from '../../platform/mail/smtp-url.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { probeStorage } from '../../platform/storage/probe.ts';
import { issueTicket, type TicketKind } from '../../platform/tickets/tickets.ts';
import { describeRemotes } from '../remotes/remote-health.ts';
import { bad, type Finding, messageOf, ok, warn } from './finding.ts';

/** Shown to the running site, so that it answers the doctor and nobody else. */
export const doctorTicket: TicketKind = { name: 'doctor', seconds: 600 };

const slowWrite = 200;
const clockTolerance = 5000;

/** `ticket`: proof that the database is usable. */
type Checked = { findings: Finding[]; ticket?: string };

/** Opens the database without migrating it, as the running site may be of another version. */
export async function checkDatabase(db: Db, { databaseUrl }: Config): Promise<Checked> {
  const name = '数据库';
  const dialect = dialectOf(databaseUrl);
  if (dialect === 'sqlite' && !existsSync(databaseUrl))
    return {
      findings: [warn(name, `还没有 ${databaseUrl}`, '第一次启动会建好它；站点早就有了的话，是 DATA_DIR 写错了')],
    };
  try {
    const { pending, unknown } = await readMigrations(db, dialect);
    if (unknown.length > 0)
      return {
        findings: [
          bad(name, `数据来自更新的版本（${unknown.join('、')}）`, '把程序换成那个版本或更新的，旧的不会启动'),
        ],
      };
    const damage = await (dialect === 'sqlite' ? checkFile(db) : checkServer(db));
    if (damage) return { findings: [damage] };
    if (pending.length > 0)
      return { findings: [warn(name, `有 ${pending.length} 步升级还没有做`, '重新启动站点，启动时会自己做')] };
    return await tryWriting(db, dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL');
  } catch (error) {
    return { findings: [explain(error, databaseUrl)] };
  }
}

async function tryWriting(db: Db, kind: string): Promise<Checked> {
  const name = '数据库';
  const begun = performance.now();
  const ticket = await issueTicket(db, doctorTicket, null);
  const took = performance.now() - begun;
  const text = `${kind}，打得开，没有损坏，写入 ${took.toFixed(1)} 毫秒`;
  if (took < slowWrite) return { findings: [ok(name, text)], ticket };
  return { findings: [warn(name, text, '磁盘很慢或很忙：看看有没有别的程序在占用，云主机可以换快一些的盘')], ticket };
}

/** Reads the whole file once. */
async function checkFile(db: Db): Promise<Finding | undefined> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(3)`.execute(db);
  const faults = rows.map(({ quick_check: text }) => text).filter((text) => text !== 'ok');
  return faults.length > 0 ? damaged(faults[0]) : undefined;
}

async function checkServer(db: Db): Promise<Finding | undefined> {
  const { rows } = await sql<{ replica: boolean; now: Date }>`
    select pg_is_in_recovery() as replica, now() as now`.execute(db);
  const [{ replica, now } = { replica: false, now: new Date() }] = rows;
  if (replica) return bad('数据库', '连到的是只读的副本', '把 DATABASE_URL 改成主库的地址');
  const apart = Math.abs(now.getTime() - Date.now());
  if (apart < clockTolerance) return undefined;
  return warn('数据库', `数据库的时钟与这台机器差 ${Math.round(apart / 1000)} 秒`, '给两台机器都开启时间同步');
}

function damaged(fault = '') {
  return bad(
    '数据库',
    `数据库文件坏了：${fault}`,
    '先停下站点，把坏的文件另存一份，再从最近的备份恢复（restore）；反复坏就检查磁盘与内存',
  );
}

function explain(error: unknown, url: string): Finding {
  const message = messageOf(error);
  const { code = '' } = error as { code?: string };
  if (/malformed|not a database|disk image/i.test(message)) return damaged(message);
  if (isDiskFull(error)) return bad('数据库', '磁盘满了，写不进去', '腾出地方');
  if (dialectOf(url) === 'sqlite')
    return bad('数据库', `打不开 ${url}：${message}`, '让运行站点的用户能读写这个文件和它所在的文件夹');
  const reason = reasonOfDatabase(error, url);
  if (reason) return bad('数据库', `用不了（${code || messageOf(error)}）`, reason);
  return bad('数据库', `连不上：${message}`, '数据库在运行吗？DATABASE_URL 里的地址、端口对吗？防火墙放行了吗？');
}

/** Writes, reads back and removes a file. */
export async function checkStorage({ storageUrl, dataDir }: Config): Promise<Finding> {
  const name = '存储';
  const where = storageUrl ? '对象存储' : '数据文件夹里的 files';
  try {
    if (!(await probeStorage(openStorage(storageUrl, dataDir))))
      return bad(name, `${where}：读回来的和写进去的不一样`, '检查磁盘，或对象存储的服务');
    return ok(name, `${where}，能写、能读、能删`);
  } catch (error) {
    const advice = storageUrl
      ? '核对 STORAGE_URL 里的地址、桶名与密钥，桶要允许写、读、删'
      : '让运行站点的用户能写这个文件夹，磁盘要有空';
    return bad(name, `${where}：${isDiskFull(error) ? '磁盘满了' : messageOf(error)}`, advice);
  }
}

/** Says where backups are uploaded, and whether the last ones arrived; asks nobody. */
export async function checkRemotes(db: Db): Promise<Finding> {
  const name = '别处的备份';
  const { text, trouble } = await describeRemotes(db);
  if (trouble) return bad(name, trouble, '在后台「备份 › 别处的备份」里点「试一试」，照它说的改');
  if (text) return ok(name, text);
  return warn(name, '备份只在这一块盘上', '在后台「备份 › 别处的备份」里添加一个地方；已经另外抄走的，不用管');
}

/** Connects and logs in, without sending anything. */
export async function checkMail(db: Db, smtpUrl: string | undefined): Promise<Finding> {
  const name = '邮件';
  const server = chosenServer((await readSettings(db)).mail) ?? smtpUrl;
  if (server === undefined || server === storeOnly)
    return warn(
      name,
      '没有发信服务器：验证码、找回密码与提醒都寄不出',
      '在后台「邮件」里填好，或设 SMTP_URL；不想寄信就不用管',
    );
  const host = URL.parse(server)?.host ?? '邮件服务器';
  const smtp = openSmtp(readSmtpUrl(server).url);
  try {
    await smtp.greet();
    const trouble = await findTrouble(db);
    if (trouble)
      return warn(name, `${host} 有应答，能登录；${describeTrouble(trouble)}`, '在后台「发件箱」里看最近的信');
    return ok(name, `${host} 有应答，能登录`);
  } catch (error) {
    return bad(
      name,
      `${host}：${messageOf(error)}`,
      '核对地址、端口、用户名与密码；很多云主机封了 25 端口，用 465 或 587',
    );
  } finally {
    await smtp.close();
  }
}
