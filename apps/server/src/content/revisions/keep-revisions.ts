import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Revision } from '@mojian/contract/content/revisions';
import { countWords } from '@mojian/markdown/words';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './revisions.queries.ts';

type Kept = { articleId: number; userId: number; reason: queries.Reason; content: ArticleContent };

const pause = 5 * 60_000;
const weight: Record<queries.Reason, number> = {
  ...{ time: 0, replaced: 1, submitted: 2 },
  ...{ superseded: 3, restored: 4, published: 5 },
};

/**
 * Keeps a text in the history of its article. For 'time' give what the draft was before a save: it is kept when the
 * last kept one is five minutes old or much different. For any other reason it is kept always; the same content twice
 * in a row once, under the weightier reason.
 */
export async function keepRevision(trx: Trx, { articleId, userId, reason, content }: Kept): Promise<void> {
  const createdAt = Date.now();
  const text = JSON.stringify(content);
  const last = await queries.findLast(trx, articleId);
  if (last?.content === text) {
    if (weight[reason] > weight[last.reason]) await queries.markRevision(trx, last.id, { reason, createdAt });
    return;
  }
  if (reason === 'time' && (isBlank(content) || (last && createdAt - last.createdAt < pause && isNear(last, text))))
    return;
  const { title, markdown } = content;
  const words = countWords(markdown);
  await queries.insertRevision(trx, { articleId, userId, reason, title, words, createdAt, content: text });
  await thin(trx, articleId, createdAt);
}

/** What was kept last of what readers saw. */
export async function lastShown(trx: Trx, articleId: number): Promise<ArticleContent | undefined> {
  const last = await queries.findLast(trx, articleId, shown);
  return last && JSON.parse(last.content);
}

function isBlank({ title, markdown }: ArticleContent) {
  return `${title}${markdown}`.trim() === '';
}

/** Neither a fifth longer nor shorter, unless it is a few lines. */
function isNear(last: { content: string }, text: string) {
  const longer = Math.max(last.content.length, text.length);
  return Math.abs(last.content.length - text.length) <= Math.max(500, longer / 5);
}

type Age = { id: number; reason: queries.Reason; createdAt: number };

const hour = 3_600_000;
const day = 24 * hour;
const most = 200;
const batch = 50;

/** Thins every history with something older than a day: done daily. */
export async function thinRevisions(db: Db, stopping: AbortSignal, now = Date.now()) {
  let after = 0;
  while (!stopping.aborted) {
    const ids = await queries.listArticlesKeptBefore(db, now - day, after, batch);
    for (const id of ids) await db.transaction().execute((trx) => thin(trx, id, now));
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Drops what the history of one article no longer needs. */
async function thin(trx: Trx, articleId: number, now: number) {
  await queries.dropRevisions(trx, superfluous(await queries.listAges(trx, articleId), now));
}

/**
 * Of one history, newest first: all of the last day stays, one an hour for a week, one a day for three months, then one
 * a week; what readers saw always. Of more than 200 the oldest go, those last.
 */
export function superfluous(ages: Age[], now: number): number[] {
  const seen = new Set<string>();
  const kept = ages.filter((age) => {
    const stretch = stretchOf(now - age.createdAt);
    if (wasShown(age) || stretch === 0) return true;
    const slot = `${stretch} ${Math.floor(age.createdAt / stretch)}`;
    return !seen.has(slot) && seen.add(slot);
  });
  const byWorth = [...kept].sort((a, b) => Number(wasShown(b)) - Number(wasShown(a)));
  const stay = new Set(byWorth.slice(0, most).map(({ id }) => id));
  return ages.filter(({ id }) => !stay.has(id)).map(({ id }) => id);
}

function stretchOf(age: number) {
  if (age < day) return 0;
  if (age < 7 * day) return hour;
  return age < 90 * day ? day : 7 * day;
}

/** Drops so many bytes of an author's histories, the oldest of what readers never saw. Gives the bytes there were to drop. */
export async function makeRoom(trx: Trx, authorId: number, bytes: number) {
  let freed = 0;
  const dropped: number[] = [];
  for (const { id, size } of await queries.listUnshown(trx, authorId, shown)) {
    if (freed >= bytes) break;
    freed += Number(size);
    dropped.push(id);
  }
  for (let from = 0; from < dropped.length; from += atOnce)
    await queries.dropRevisions(trx, dropped.slice(from, from + atOnce));
  return freed;
}

const atOnce = 500;

type Reason = Revision['reason'];

/** Why what readers saw is kept. The staff may read it, and put it before readers again. */
const shown: Reason[] = ['published', 'superseded', 'restored'];

export function wasShown({ reason }: { reason: Reason }) {
  return shown.includes(reason);
}
