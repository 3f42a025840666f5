import { accessSync, constants } from 'node:fs';

const form = 'postgres://用户:密码@主机:5432/库名';

/** Modes of sslmode that node-postgres can keep; the others of psql fall back to a connection without encryption. */
const modes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const files = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Checks DATABASE_URL. Its sslmode means what it means to psql: `require` encrypts and trusts any certificate.
 * @throws Error whose Chinese text continues 「DATABASE_URL」, and repeats nothing of the URL, which contains a password
 */
export function readDatabaseUrl(text: string): string {
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(`须以 postgres:// 开头，如 ${form}；不写就用 SQLite`);
  const url = URL.parse(text);
  const isWhole = url && !url.hash && !/^\/.*[/@]/.test(url.pathname) && isEncoded(url);
  if (!isWhole) throw new Error(`须形如 ${form}，其中的特殊字符用百分号编码：@ 写 %40，/ 写 %2F，# 写 %23，% 写 %25`);
  return withSsl(url, text);
}

/** Decodes as node-postgres does, and finds a password whose `?` began the options. */
function isEncoded({ username, password, pathname, searchParams }: URL) {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return [...searchParams.keys()].every((name) => /^\w+$/.test(name));
  } catch {
    return false;
  }
}

function withSsl({ searchParams }: URL, text: string) {
  const mode = searchParams.get('sslmode');
  if (mode !== null && !modes.includes(mode))
    throw new Error(`的 sslmode 须为 ${modes.join('、')} 之一；只要加密写 require，不加密写 disable`);
  const ssl = searchParams.get('ssl');
  if (ssl !== null && !['1', '0', 'true'].includes(ssl))
    throw new Error('的 ssl 须为 1 或 0；也可以改写 sslmode=disable');
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    throw new Error('写了 sslmode=verify-ca，还要写 sslrootcert=签发证书的文件；公开的证书用 sslmode=verify-full');
  for (const name of files) requireReadable(name, searchParams.get(name));
  const isLikePsql = (mode === 'require' || mode === 'verify-ca') && !searchParams.has('uselibpqcompat');
  return isLikePsql ? `${text}&uselibpqcompat=true` : text;
}

function requireReadable(name: string, path: string | null) {
  if (path === null) return;
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new Error(`的 ${name} 指的文件读不到：${path}`);
  }
}
