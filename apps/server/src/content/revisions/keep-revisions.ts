import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Revision } from '@mojian/contract/content/revisions';
import { readTypes } from '@mojian/contract/platform/rules';
import { dayLength, hourLength, minuteLength } from '@mojian/contract/platform/time';
import { countWords } from '@mojian/markdown/words';
import type { Db, Trx } from '../../platform/db/schema.ts';
import * as queries from './revisions.queries.ts';

type NewRevision = {
  articleId: number;
  userId: number;
  reason: queries.Reason;
  content: ArticleContent;
  /** Name of the key by which a program wrote the content. */
  keyName?: string | null;
};

const pause = 5 * minuteLength;
const weight: Record<queries.Reason, number> = {
  time: 0,
  replaced: 1,
  submitted: 2,
  superseded: 3,
  restored: 4,
  published: 5,
};

/**
 * Stores a revision. For 'time' pass the draft as it was before the save: it is stored when the last is five minutes
 * old or very different. Other reasons always store; equal content twice in a row is one revision with the weightier
 * reason.
 */
export async function keepRevision(
  trx: Trx,
  { articleId, userId, reason, content, keyName }: NewRevision,
): Promise<void> {
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
  const isPrivate = Number(content.readType === readTypes.onlyAuthor);
  const row = { articleId, userId, reason, title, words, createdAt, content: text, isPrivate };
  await queries.insertRevision(trx, { ...row, keyName: keyName ?? '' });
  await thin(trx, articleId, createdAt);
}

export async function lastShown(trx: Trx, articleId: number): Promise<ArticleContent | undefined> {
  const last = await queries.findLast(trx, articleId, shown);
  return last && JSON.parse(last.content);
}

function isBlank({ title, markdown }: ArticleContent) {
  return `${title}${markdown}`.trim() === '';
}

/** Lengths within a fifth of each other, or a few lines. */
function isNear(last: { content: string }, text: string) {
  const longer = Math.max(last.content.length, text.length);
  return Math.abs(last.content.length - text.length) <= Math.max(500, longer / 5);
}

type Age = { id: number; reason: queries.Reason; createdAt: number };

const most = 200;
const batch = 50;

/** Daily job: thins every history with revisions older than a day. */
export async function thinRevisions(db: Db, stopping: AbortSignal, now = Date.now()) {
  let after = 0;
  while (!stopping.aborted) {
    const ids = await queries.listArticlesWithRevisionsBefore(db, now - dayLength, after, batch);
    for (const id of ids) await db.transaction().execute((trx) => thin(trx, id, now));
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function thin(trx: Trx, articleId: number, now: number) {
  await queries.dropRevisions(trx, superfluous(await queries.listAges(trx, articleId), now));
}

/**
 * Selects revisions to delete, given newest first: keeps all of a day, hourly for a week, daily for three months, then
 * weekly, and always public ones. Beyond 200 the oldest go, public ones last.
 */
export function superfluous(ages: Age[], now: number): number[] {
  const seen = new Set<string>();
  const remaining = ages.filter((age) => {
    const length = slotLengthAt(now - age.createdAt);
    if (wasShown(age) || length === 0) return true;
    const slot = `${length} ${Math.floor(age.createdAt / length)}`;
    return !seen.has(slot) && seen.add(slot);
  });
  const byWorth = [...remaining].sort((a, b) => Number(wasShown(b)) - Number(wasShown(a)));
  const stay = new Set(byWorth.slice(0, most).map(({ id }) => id));
  return ages.filter(({ id }) => !stay.has(id)).map(({ id }) => id);
}

function slotLengthAt(age: number) {
  if (age < dayLength) return 0;
  if (age < 7 * dayLength) return hourLength;
  return age < 90 * dayLength ? dayLength : 7 * dayLength;
}

/**
 * Deletes an author's oldest non-public revisions until `bytes` are free.
 * @returns bytes freed
 */
export async function freeRevisionSpace(trx: Trx, authorId: number, bytes: number) {
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

/** Reasons of public texts, which the staff may read and restore. */
const shown: Reason[] = ['published', 'superseded', 'restored'];

export function wasShown({ reason }: { reason: Reason }) {
  return shown.includes(reason);
}
