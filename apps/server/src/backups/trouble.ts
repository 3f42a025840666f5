import { Failure, isFailure } from '@mojian/contract/failures';
import { DatabaseInUse } from '../db/copies/copy.ts';

const full = ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'];
const sqliteFull = 13;

/** What the owner reads when a backup or a restore could not be written. Other errors are passed on as they are. */
export function explain(error: unknown, what: '备份' | '恢复'): unknown {
  if (isFailure(error)) return error;
  if (error instanceof DatabaseInUse) return siteRuns();
  const { code, errcode } = error as { code?: string; errcode?: number };
  const undone = what === '备份' ? '没有留下半个文件' : '原来的站点没有动';
  if (full.includes(code ?? '') || errcode === sqliteFull)
    return new Failure('unavailable', `磁盘满了，${what}没有做成，${undone}。腾出地方再试`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Failure('unavailable', `没有写入的权限，${what}没有做成，${undone}`);
  if (code === '42501')
    return new Failure(
      'unavailable',
      `数据库用户没有建 schema 的权限（GRANT CREATE ON DATABASE），${what}没有做成，${undone}`,
    );
  return error;
}

export function siteRuns() {
  return new Failure('already-done', '墨笺还在运行（或有别的程序开着它的数据库），请先停下再恢复');
}

/** A backup that cannot be used, and why. */
export function unusable(why: string) {
  return new Failure('invalid-input', `这份备份不能用：${why}`);
}
