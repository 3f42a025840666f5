import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { fetchWithin, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { pathsOf } from '../slugs/article-path.ts';
import { listPublished } from './announce.queries.ts';

/** Where the engines listen. Only tests give others. */
export const engineHosts = { indexNow: 'https://api.indexnow.org', baidu: 'http://data.zz.baidu.com' };

type Parts = { db: Db; siteUrl: string; warn: (line: string) => void; hosts?: typeof engineHosts; time?: number };
type Told = { articleId: number }[];

const mostBytes = 64 * 1024;

/** Has the engines of IndexNow look at what is new, changed or gone: https://www.indexnow.org/documentation */
export async function postToIndexNow({ db, siteUrl, warn, hosts = engineHosts, time = 10_000 }: Parts, told: Told) {
  const { indexNowKey: key } = (await readSettings(db)).writing;
  if (!key) return;
  const ids = [...new Set(told.map(({ articleId }) => articleId))];
  const paths = await pathsOf(db, ids);
  const body = {
    host: new URL(siteUrl).host,
    key,
    keyLocation: `${siteUrl}/${key}.txt`,
    urlList: paths.map((path) => siteUrl + path),
  };
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetchWithin(`${hosts.indexNow}/indexnow`, init, { time, bytes: mostBytes });
  if (isRefused(answer))
    warn(`IndexNow 没有收下 ${ids.length} 个网址（${answer.status}），不再重试：请查看设置里的密钥`);
}

/** Has Baidu look at what is new: https://ziyuan.baidu.com/linksubmit/index */
export async function postToBaidu({ db, siteUrl, warn, hosts = engineHosts, time = 10_000 }: Parts, told: Told) {
  const { baiduToken: token } = (await readSettings(db)).writing;
  const ids = await listPublished(
    db,
    told.map(({ articleId }) => articleId),
  );
  if (!token || ids.length === 0) return;
  const url = `${hosts.baidu}/urls?${new URLSearchParams({ site: siteUrl, token })}`;
  const body = (await pathsOf(db, ids)).map((path) => siteUrl + path).join('\n');
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
  const answer = await fetchWithin(url, init, { time, bytes: mostBytes });
  if (isRefused(answer))
    warn(`百度没有收下 ${ids.length} 个网址（${await reasonOf(answer)}），不再重试：请查看设置里的令牌`);
}

/**
 * Whether asking again would bring the same.
 * @throws NoAnswer for what may be better later.
 */
function isRefused({ status, ok }: Response) {
  if (status >= 500 || status === 429) throw new NoAnswer(`对方答以 ${status}`);
  return !ok;
}

/** In Baidu's words, like `token is not valid`. */
async function reasonOf(answer: Response) {
  try {
    const { message } = (await answer.json()) as { message?: unknown };
    if (typeof message === 'string') return `${answer.status}，${message.slice(0, 100)}`;
  } catch {
    // its number says enough
  }
  return String(answer.status);
}
