import { noticeKinds } from '@mojian/contract/platform/rules';
import { forgetSomeNotices, notifyAll } from '../../core/notices/notify-many.ts';
import { loadGroup, readSettings } from '../../core/settings/settings.ts';
import { shown } from '../../platform/db/conditions.ts';
import type { Db, Trx } from '../../platform/db/schema.ts';
import { type Effects, enqueue } from '../../platform/outbox/outbox.ts';
import { fetchWithin, NoAnswer } from '../../platform/outgoing/outgoing.ts';
import { lockPublished, markAnnounced } from '../article-rows/article-rows.ts';
import { type Addressed, articlePath, listArticlePaths } from '../slugs/slugs.ts';

/** Queues notices and mails to followers (first publication only) and pings to search engines, in the publishing transaction. */
export async function announce(trx: Trx, { id }: { id: number }) {
  const isFirst = await markAnnounced(trx, id, Date.now());
  if (isFirst) {
    await enqueue(trx, notifyFollowersEffect, { articleId: id, after: 0 });
    await enqueue(trx, mailFollowersEffect, { articleId: id, after: 0 });
  }
  await pingEngines(trx, id, { isNew: isFirst });
}

/**
 * Queues the removal of those notices and a new ping, in the transaction that withdraws or removes the article.
 * @param article as readers knew it: engines are told of that address
 */
export async function unannounce(trx: Trx, article: Addressed) {
  await enqueue(trx, withdrawNoticesEffect, { articleId: article.id });
  await pingEngines(trx, article.id, { isNew: false, former: article });
}

/** Performed by the members' district, which knows who wants mails. */
export const mailFollowersEffect = 'mail-followers';

const indexNowEffect = 'tell-index-now';
const baiduEffect = 'tell-baidu';

/** Batches the changes of this many milliseconds into one request per engine. */
const gatheringTime = 10_000;

/** Baidu has a daily quota, so it hears of new articles only. */
async function pingEngines(trx: Trx, articleId: number, { isNew, former }: { isNew: boolean; former?: Addressed }) {
  const { indexNowKey, baiduToken, slugs } = await loadGroup(trx, 'writing');
  const dueAt = Math.ceil(Date.now() / gatheringTime) * gatheringTime;
  const change: Change = { articleId, ...(former && { path: articlePath(former, slugs) }) };
  if (indexNowKey) await enqueue(trx, indexNowEffect, change, dueAt);
  if (baiduToken && isNew) await enqueue(trx, baiduEffect, { articleId } satisfies Change, dueAt);
}

const engineHosts = { indexNow: 'https://api.indexnow.org', baidu: 'http://data.zz.baidu.com' };

type EngineDeps = { db: Db; siteUrl: string; warn: (line: string) => void; hosts?: typeof engineHosts; time?: number };
/** `path`: last address of an article that was taken from readers; without it, its present address is sent. */
type Change = { articleId: number; path?: string };

const mostBytes = 64 * 1024;

/** Submits new, changed and removed addresses: https://www.indexnow.org/documentation */
async function postToIndexNow(
  { db, siteUrl, warn, hosts = engineHosts, time = 10_000 }: EngineDeps,
  announced: Change[],
) {
  const { indexNowKey: key } = (await readSettings(db)).writing;
  if (!key) return;
  const present = announced.filter(({ path }) => path === undefined).map(({ articleId }) => articleId);
  const former = announced.flatMap(({ path }) => path ?? []);
  const paths = [...new Set([...(await listArticlePaths(db, present)), ...former])];
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
    warn(`IndexNow 没有收下 ${paths.length} 个网址（${answer.status}），不再重试：请查看设置里的密钥`);
}

/** Submits new addresses: https://ziyuan.baidu.com/linksubmit/index */
async function postToBaidu({ db, siteUrl, warn, hosts = engineHosts, time = 10_000 }: EngineDeps, announced: Change[]) {
  const { baiduToken: token } = (await readSettings(db)).writing;
  const ids = await listPublicIds(
    db,
    announced.map(({ articleId }) => articleId),
  );
  if (!token || ids.length === 0) return;
  const url = `${hosts.baidu}/urls?${new URLSearchParams({ site: siteUrl, token })}`;
  const body = (await listArticlePaths(db, ids)).map((path) => siteUrl + path).join('\n');
  const init = { method: 'POST', headers: { 'content-type': 'text/plain' }, body };
  const answer = await fetchWithin(url, init, { time, bytes: mostBytes });
  if (isRefused(answer))
    warn(`百度没有收下 ${ids.length} 个网址（${await reasonOf(answer)}），不再重试：请查看设置里的令牌`);
}

/**
 * Tells a final refusal from an answer worth a retry.
 * @throws NoAnswer for 429 and 5xx.
 */
function isRefused({ status, ok }: Response) {
  if (status >= 500 || status === 429) throw new NoAnswer(`对方答以 ${status}`);
  return !ok;
}

async function reasonOf(answer: Response) {
  try {
    const { message } = (await answer.json()) as { message?: unknown };
    if (typeof message === 'string') return `${answer.status}，${message.slice(0, 100)}`;
  } catch {}
  return String(answer.status);
}

const notifyFollowersEffect = 'tell-followers';
const withdrawNoticesEffect = 'untell-followers';

/** Bounds a transaction to some ten milliseconds: on SQLite it blocks every other write. */
const atOnce = 100;

type Step = { articleId: number; after: number };

/** Notifies one batch of followers and queues the next; ends when the article is no longer published. */
export function notifyNextFollowers(db: Db, step: Step) {
  return db.transaction().execute((trx) => notifyBatch(trx, step));
}

async function notifyBatch(trx: Trx, { articleId, after }: Step) {
  const article = await lockPublished(trx, articleId);
  if (!article) return;
  const { title, authorId } = article;
  const followers = await listFollowers(trx, { authorId, after, limit: atOnce });
  await notifyAll(trx, followers, {
    kind: noticeKinds.follow,
    reason: 'published',
    subject: subjectOf(articleId),
    actorId: authorId,
    title,
    text: '',
    link: `/article/${articleId}`,
  });
  const last = followers[atOnce - 1];
  if (last !== undefined) await enqueue(trx, notifyFollowersEffect, { articleId, after: last });
}

/** Removes one batch of the notices, unless the article is published again. */
function withdrawNextNotices(db: Db, { articleId }: Pick<Step, 'articleId'>) {
  return db.transaction().execute((trx) => untellSome(trx, articleId));
}

async function untellSome(trx: Trx, articleId: number) {
  if (await lockPublished(trx, articleId)) return;
  const gone = await forgetSomeNotices(trx, subjectOf(articleId), atOnce);
  if (gone === atOnce) await enqueue(trx, withdrawNoticesEffect, { articleId });
}

function subjectOf(articleId: number) {
  return `published:${articleId}`;
}

type EffectDeps = { db: Db; siteUrl: string; warn: (line: string) => void; hosts?: typeof engineHosts; time?: number };

export function announceEffects(deps: EffectDeps) {
  return {
    [notifyFollowersEffect]: (step: Parameters<typeof notifyNextFollowers>[1]) => notifyNextFollowers(deps.db, step),
    [withdrawNoticesEffect]: (step: { articleId: number }) => withdrawNextNotices(deps.db, step),
    [indexNowEffect]: { together: (announced: Change[]) => postToIndexNow(deps, announced) },
    [baiduEffect]: { together: (announced: Change[]) => postToBaidu(deps, announced) },
  } satisfies Effects;
}

/** Next page of an author's followers by id; closed and closing accounts are left out. */
async function listFollowers(trx: Trx, { authorId, after, limit }: { authorId: number; after: number; limit: number }) {
  const rows = await trx
    .selectFrom('follows')
    .innerJoin('users', 'users.id', 'follows.followerId')
    .select('follows.followerId')
    .where('followedId', '=', authorId)
    .where('followerId', '>', after)
    .where('users.closesAt', 'is', null)
    .orderBy('followerId')
    .limit(limit)
    .execute();
  return rows.map(({ followerId }) => followerId);
}

async function listPublicIds(db: Db, ids: number[]) {
  const rows = await db.selectFrom('articles').select('id').where('id', 'in', ids).where(shown).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
