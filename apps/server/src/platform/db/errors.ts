/** Error fields of both databases and the file system. */
type Coded = { code?: string; errcode?: number; message?: string; table?: string; detail?: string };

const unreachable = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0|53300|08|25006)/;
const lost =
  /driver has already been destroyed|not currently accepting connections|database is not open|timeout exceeded|timeout expired|Connection terminated|not queryable|connection has been discarded|Cannot use a pool after calling end/;

/** The disk did not take what was committed: what the system then dropped, a later sync would not bring back. */
export class UnsoundLog extends Error {
  constructor(cause: unknown) {
    super(`数据库的日志没有写到磁盘上：${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/**
 * The database cannot be used for now: unreachable, a connection that broke, a standby that only reads, or held by
 * another program for as long as was waited. Whoever wrote may try again.
 */
export function isAway(error: unknown) {
  const { code = '', message = '' } = coded(error);
  return unreachable.test(code) || lost.test(message) || isLocked(error) || error instanceof UnsoundLog;
}

/**
 * No room is left for rows or files. SQLite reports a full disk under its shared memory as an I/O error, which stays
 * one.
 */
export function isDiskFull(error: unknown) {
  const { code = '', errcode } = coded(error);
  return errcode === undefined
    ? ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'].includes(code)
    : (errcode & 0xff) === sqliteFull;
}

/** Lock error of SQLite: another connection wrote for as long as was waited. */
export function isLocked(error: unknown) {
  return ((coded(error).errcode ?? 0) & 0xff) === sqliteBusy;
}

/** The text contains NUL, which PostgreSQL cannot store. */
export function isUnstorable(error: unknown) {
  return coded(error).code === '22021';
}

/** Foreign key violation: the referenced row was removed after it was read. */
export function isOrphan(error: unknown) {
  const { code, errcode, detail = '' } = coded(error);
  return errcode === sqliteForeignKey || (code === '23503' && !stillReferenced.test(detail));
}

/**
 * Foreign key violation on delete: a row that needs it was inserted concurrently. Rerunning the transaction sees it.
 */
export function isStillReferenced(error: unknown) {
  const { code, detail = '' } = coded(error);
  return code === '23503' && stillReferenced.test(detail);
}

/** Says in Chinese why nothing was saved, where that helps whoever tries again. */
export function reasonOfAway(error: unknown) {
  if (isLocked(error)) return '数据库正被别的程序占着，没有保存，请稍后再试';
  if (coded(error).code === readOnly) return '数据库现在只能读，没有保存，请稍后再试';
  return undefined;
}

const readOnly = '25006';
const sqliteBusy = 5;
const sqliteFull = 13;
const sqliteForeignKey = 787;
const stillReferenced = /still referenced/;

function coded(error: unknown): Coded {
  return typeof error === 'object' && error !== null ? error : {};
}
