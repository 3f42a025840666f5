import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { DatabaseInUse } from '../../platform/db/copies/snapshot.ts';
import { isDiskFull } from '../../platform/db/errors.ts';
import { DamagedFile, TooHeavyFile, WrongPassphrase } from './age.ts';

type Work = '备份' | '恢复';

/** Keyed by system code, PostgreSQL code or SQLite primary code. */
const reasons: Record<string, (done: string) => string> = {
  ...named(['EIO', 'sqlite 10'], (done) => `读写磁盘出了错（多半是满了），${done}`),
  ...named(['EMFILE', 'ENFILE'], (done) => `打开的文件太多了，${done}。过一会儿再试`),
  ...named(['sqlite 14'], (done) => `打不开数据库的文件（没有权限，或磁盘的文件数用完了），${done}`),
  ...named(['EACCES', 'EPERM', 'EROFS', 'sqlite 8'], (done) => `没有写入的权限，${done}`),
  '42501': (done) => `数据库用户没有建 schema 的权限（GRANT CREATE ON DATABASE），${done}`,
  '55P03': (done) => `数据库一直有别的事占着，${done}。过一会儿再试`,
};

const noRoom = (done: string) => `磁盘满了，${done}。腾出地方再试`;

function named(codes: string[], text: (done: string) => string) {
  return Object.fromEntries(codes.map((code) => [code, text]));
}

/** Explains disk errors to the owner; passes others on. */
export function explain(error: unknown, what: Work): unknown {
  if (isFailure(error)) return error;
  if (error instanceof DatabaseInUse) return siteRuns();
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  const reason = isDiskFull(error) ? noRoom : reasons[errcode === undefined ? code : `sqlite ${errcode & 0xff}`];
  return reason
    ? new Failure(reason === noRoom ? 'disk-full' : 'unavailable', reason(`${what}失败，${undone[what]}`))
    : error;
}

/** Says in Chinese why an encrypted backup could not be decrypted, or made a backup. */
export function explainSealed(error: unknown, damaged = '文件坏了，或没有传完，打不开') {
  if (error instanceof WrongPassphrase)
    return new Failure('invalid-input', '加密的口令不对：这一份是用别的口令加密的，请填那时的口令', 'passphrase');
  if (error instanceof TooHeavyFile)
    return new Failure(
      'invalid-input',
      `解开这个文件要 ${readableSize(error.needed)} 内存，这台服务器现在没有这么多。请在别的电脑上用 age 解开，再上传解开的文件`,
    );
  return error instanceof DamagedFile ? new Failure('invalid-input', damaged) : explain(error, '备份');
}

const undone: Record<Work, string> = { 备份: '没有留下半个文件', 恢复: '原来的站点没有动' };

export function siteRuns() {
  return new Failure('already-done', '墨笺还在运行（或有别的程序开着它的数据库），请先停下再恢复');
}

export function unusable(why: string) {
  // Control characters of a damaged file must not reach a terminal.
  return new Failure('invalid-input', `这份备份不能用：${why.replace(/[\p{Cc}\p{Cf}]/gu, '')}`);
}
