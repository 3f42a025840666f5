import { dialectOf } from './dialect.ts';
import { isDiskFull, isLocked } from './errors.ts';

type DriverError = { code?: string; message?: string };

const certificate =
  '数据库的证书不受信任：DATABASE_URL 里写 sslmode=require 只加密、不核对证书；要核对，写 sslmode=verify-full&sslrootcert=签发证书的文件';

/** Errors of PostgreSQL and of the way to it, by code. */
const reasons: Record<string, string> = {
  '28P01': '数据库不认这个用户名或密码，请改 DATABASE_URL',
  '28000':
    '数据库不让这个用户从这里登录：核对 DATABASE_URL 里的用户名，以及数据库的 pg_hba.conf；要求加密的，加上 ?sslmode=require',
  '3D000': '没有这个数据库：先用 createdb 建好，或改 DATABASE_URL 最后的库名',
  '42501':
    '数据库用户没有建表的权限：用管理员对这个库执行 GRANT CREATE ON SCHEMA public TO 用户名，或让这个用户成为库的所有者',
  '53300': '数据库的连接数用完了：调大 max_connections，或停下别的程序',
  '57P03': '数据库正在启动，请过一会儿再试',
  '25006': '连到的是只读的副本，请把 DATABASE_URL 改成主库的地址',
  ECONNREFUSED: '连不上数据库：它在运行吗？DATABASE_URL 里的主机、端口对吗？',
  ECONNRESET: '数据库断开了连接：DATABASE_URL 的端口上是 PostgreSQL 吗？',
  ENOTFOUND: '找不到 DATABASE_URL 里的主机，请核对它的名字',
  EAI_AGAIN: '查不到 DATABASE_URL 里的主机：域名解析没有应答',
  ETIMEDOUT: '数据库没有应答：核对 DATABASE_URL 里的地址与端口，防火墙要放行',
  EHOSTUNREACH: '到不了 DATABASE_URL 里的主机，请核对地址与网络',
  ENETUNREACH: '到不了 DATABASE_URL 里的主机，请核对地址与网络',
  DEPTH_ZERO_SELF_SIGNED_CERT: certificate,
  SELF_SIGNED_CERT_IN_CHAIN: certificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: certificate,
  UNABLE_TO_GET_ISSUER_CERT: certificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: certificate,
  CERT_HAS_EXPIRED: '数据库的证书过期了：换一张，或在 DATABASE_URL 里写 sslmode=require，只加密、不核对',
  ERR_TLS_CERT_ALTNAME_INVALID:
    '数据库的证书不是签给这个主机名的：改 DATABASE_URL 里的主机名，或写 sslmode=require，只加密、不核对',
};

/** Texts for errors without a code of their own, by a pattern of their message. */
const reasonsByMessage: [RegExp, string][] = [
  [/does not support SSL/, '数据库没有打开加密：去掉 DATABASE_URL 里的 sslmode，或写 sslmode=disable'],
  [/timeout expired|timeout exceeded|Connection terminated/, reasons.ETIMEDOUT ?? ''],
  [/password must be a string|no password/i, 'DATABASE_URL 里没有密码，而数据库要密码'],
  [/readonly database|unable to open database/, '数据库文件不可写，请检查数据目录的权限'],
  [/not a database|malformed/, '数据目录里的 mojian.db 坏了，或不是数据库：先把它另存一份，再从备份恢复'],
];

/** Why the database cannot be used and what to do, in Chinese; undefined for errors that are none of it. */
export function reasonOfDatabase(error: unknown, databaseUrl: string): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as DriverError;
  if (isDiskFull(error)) return '磁盘满了，写不进去：请腾出地方';
  if (isLocked(error)) return '数据库一直被别的程序占着，写不进去：请稍后再试';
  const known = reasonsByMessage.find(([pattern]) => pattern.test(message))?.[1];
  return known ?? (dialectOf(databaseUrl) === 'postgres' ? reasons[code] : undefined);
}
