import {
  ask,
  askStream,
  askText,
  hostOf,
  type Prove,
  type RemoteFolder,
  RemoteRefused,
  type Upload,
  unproven,
  type Where,
} from './client.ts';
import { readRecords } from './xml-records.ts';

const properties =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><getcontentlength/><resourcetype/></prop></propfind>';
const xml = { 'content-type': 'application/xml; charset=utf-8' };
const probe = 'mojian-probe.txt';

/** A folder of a WebDAV server, by RFC 4918. */
export function webdavFolder(where: Where): RemoteFolder {
  const { base, addressOf, send, refuse, put } = requestsTo(where);
  let canMove = true;

  async function move(from: string, to: string) {
    const { status } = await send('MOVE', addressOf(from), { destination: addressOf(to), overwrite: 'T' });
    return status;
  }

  async function remove(name: string) {
    const { status } = await send('DELETE', addressOf(name));
    if (status !== 404 && !isFine(status)) throw refuse(status);
  }

  const read: RemoteFolder['read'] = (name) => askStream(where, addressOf(name), { ...send.plain('GET'), refuse });

  async function prepare() {
    const { status } = await send('PROPFIND', base, { ...xml, depth: '0' }, properties);
    if (status === 404 || status === 409) await makeFolders(base, { make: (url) => send('MKCOL', url), refuse });
    else requireListing(where.url, status, refuse);
    const bytes = Buffer.from('墨笺');
    const unfinished = `${probe}${unproven}`;
    await put({ name: unfinished, bytes: bytes.length, content: [bytes] as never });
    canMove = isFine(await move(unfinished, probe));
    await remove(canMove ? probe : unfinished);
    return { namesWhole: canMove };
  }

  async function list() {
    const { status, text } = await send('PROPFIND', base, { ...xml, depth: '1' }, properties);
    requireListing(where.url, status, refuse);
    const records = readRecords(text, { root: 'multistatus', record: 'response' });
    if (!records) throw notWebdav(where.url);
    return records
      .filter((one) => !('collection' in one))
      .map(({ href = '', getcontentlength = '0' }) => ({ name: nameIn(href), bytes: Number(getcontentlength) }));
  }

  async function putProven(file: Upload, prove: Prove) {
    const name = canMove ? `${file.name}${unproven}` : file.name;
    try {
      await put({ ...file, name });
      await prove(read(name));
      const status = canMove ? await move(name, file.name) : created;
      if (!isFine(status)) throw refuse(status);
    } catch (error) {
      await remove(name).catch(() => {});
      throw error;
    }
  }

  return { prepare, list, put: putProven, read, remove };
}

const created = 201;
const isFine = (status: number) => status >= 200 && status <= 299;

/** Requests to one server, with its account. */
function requestsTo(where: Where) {
  const base = new URL(where.url.endsWith('/') ? where.url : `${where.url}/`).href;
  const addressOf = (name: string) => `${base}${encodeURIComponent(name)}`;
  const hasAccount = where.username !== '' || where.secret !== '';
  const login = Buffer.from(`${where.username}:${where.secret}`).toString('base64');
  const account: Record<string, string> = hasAccount ? { authorization: `Basic ${login}` } : {};
  const refuse = (status: number) => refusalOf(status, hostOf(where.url));
  const plain = (method: string) => ({ method, headers: account });
  const send = Object.assign(
    (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
      askText(where, url, { method, headers: { ...account, ...headers }, ...(body !== undefined && { body }) }),
    { plain },
  );
  async function put({ name, bytes, content }: Upload) {
    const { status, close } = await ask(where, addressOf(name), { ...plain('PUT'), body: { bytes, content } });
    close();
    if (!isFine(status)) throw refuse(status);
  }
  return { base, addressOf, send, refuse, put };
}

/** @throws RemoteRefused for the answer of something else than a WebDAV server */
function requireListing(url: string, status: number, refuse: (status: number) => RemoteRefused) {
  if (status === 207) return;
  throw status < 300 ? notWebdav(url) : refuse(status);
}

type Making = { make: (url: string) => Promise<{ status: number }>; refuse: (status: number) => RemoteRefused };

const foldersAtMost = 6;

/** Makes a folder, and those above it as far as they lack. */
async function makeFolders(url: string, { make, refuse }: Making) {
  const missing = [url];
  for (let tries = 0; tries < 2 * foldersAtMost; tries++) {
    const next = missing.at(-1) ?? url;
    const { status } = await make(next);
    const isThere = status === 405; // made meanwhile
    if (isThere || isFine(status)) missing.pop();
    else if (status === 409 && missing.length < foldersAtMost) missing.push(new URL('..', next).href);
    else throw refuse(status);
    if (missing.length === 0) return;
  }
  throw refuse(409);
}

function nameIn(href: string) {
  const last = href.split('/').findLast((one) => one !== '') ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function notWebdav(url: string) {
  const text = `${hostOf(url)} 答的不是文件夹的清单：地址多半不是 WebDAV 的，或者前面有登录页拦着`;
  return new RemoteRefused(text, { isLasting: true });
}

function refusalOf(status: number, host: string) {
  const text = statuses[status] ?? (status >= 500 ? '那边的服务器出错了' : '没有收，也没有说为什么');
  return new RemoteRefused(`${host}：${text}（${status}）`, { isLasting: status in statuses && status !== 429 });
}

const statuses: Record<number, string> = {
  401: '账号或密码不对；坚果云与 Nextcloud 要填应用密码，不是登录密码',
  402: '空间或流量用完了',
  403: '这个账号不能写那个文件夹',
  404: '没有这个文件夹，也建不出来',
  405: '那里不能写文件：地址多半不是 WebDAV 的',
  409: '上一级文件夹不存在',
  413: '文件太大，那边不收',
  423: '文件被锁着',
  429: '太频繁，过一会儿再试',
  507: '那边的空间满了',
};
