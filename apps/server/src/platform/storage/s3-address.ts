import { isIP } from 'node:net';
import { z } from 'zod';

/** Bucket of an S3-compatible service with its credentials. */
export type S3Bucket = {
  host: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** URL of an object by its key. */
  urlOf: (key: string) => string;
  /** URL that lists up to a thousand objects below the prefix. */
  listUrl: string;
};

const form = 's3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0&pathStyle=1';

const flag = z.stringbool({ truthy: ['1'], falsy: ['0'] });
const options = z.strictObject({
  region: z
    .string()
    .regex(/^[\w-]+$/)
    .default('us-east-1'),
  tls: flag.default(true),
  pathStyle: flag.optional(),
});

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…&tls=0&pathStyle=1`, each part percent-encoded. Without
 * `pathStyle` the bucket is part of the host name, except for IP addresses.
 * @throws Error with the expected form, never repeating the address, which holds a secret
 */
export function readS3Address(address: string): S3Bucket {
  if (!address.startsWith('s3://')) throw new Error('须以 s3:// 开头；不写则把文件保存在 DATA_DIR/files');
  const url = URL.parse(address);
  const named = options.safeParse(Object.fromEntries(url?.searchParams ?? []));
  if (!url?.username || !url.password || !/^(?:[\w.-]+|\[.+\])$/.test(url.hostname) || url.hash) throw wrong();
  if (!named.success) throw wrong('问号后面的参数');

  const [bucket = '', ...folders] = decodedPath(url.pathname);
  if (!/^[\w.-]{3,63}$/.test(bucket)) throw wrong('存储桶的名字');
  const { region, tls, pathStyle = isIP(bare(url.hostname)) > 0 || url.hostname === 'localhost' } = named.data;
  const origin = pathStyle ? `${url.host}/${encodeURIComponent(bucket)}` : `${bucket}.${url.host}`;
  const root = `${tls ? 'https' : 'http'}://${origin}`;
  const base = [root, ...folders.map(encodeURIComponent)].join('/');
  const prefix = folders.length === 0 ? '' : `&prefix=${encodeURIComponent(`${folders.join('/')}/`)}`;
  return {
    host: url.host,
    bucket,
    region,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
    urlOf: (key) => `${base}/${key}`,
    listUrl: `${root}${pathStyle ? '' : '/'}?list-type=2${prefix}`,
  };
}

function decodedPath(path: string) {
  return path.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw wrong('百分号编码');
  }
}

/** Strips the brackets of an IPv6 address. */
function bare(hostname: string) {
  return hostname.replace(/^\[|\]$/g, '');
}

function wrong(part = '') {
  return new Error(`${part && `里${part}`}写得不对，须为 ${form}，其中特殊字符用百分号编码：/ 写 %2F，+ 写 %2B`);
}
