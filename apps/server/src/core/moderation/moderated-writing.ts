import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds, type Seal } from '@mojian/contract/platform/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import { concealed, isDemo, type Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { renewPages } from '../../platform/render/page-changes.ts';
import { type LiveEvent, publishEvents } from '../../platform/stream/event-bus.ts';
import type { Recording } from '../audit/audit.ts';
import { hasStamped, setLike } from '../likes/likes.ts';
import { notify, withdrawNotice } from '../notices/notify.ts';
import { enabled } from '../sessions/sessions.ts';
import { hiddenByStaff } from './judge.ts';

/** Kind of text that members publish and staff moderate: its table and how its readers learn of changes. */
export type ModeratedWriting<Row extends { id: number }> = {
  kind: 'comment' | 'say' | 'board' | 'chat';
  table: 'comments' | 'says' | 'boardMessages';
  /** SQL condition: the row can be released or hidden. */
  isThere: RawBuilder<SqlBool>;
  refusals: { notHeld: string; notShown: string; own: string };
  /** Runs in the transaction that makes a row public, or takes it back. */
  onShown: (trx: Trx, row: Row) => Promise<void>;
  onHidden: (trx: Trx, row: Row) => Promise<void>;
  /** @throws Failure not-found for a row this viewer may not see */
  find: (trx: Trx, viewer: Viewer, id: number) => Promise<FoundWriting>;
};

/** `text`: its plain beginning. */
type FoundWriting = { authorId: number | null; text: string };

/** Shows a held text to everyone. @throws Failure not-found for one that is not held */
export function release<Row extends { id: number }>(
  db: Db,
  writing: ModeratedWriting<Row>,
  id: number,
  record?: Recording,
) {
  return moderate(db, record, async (trx) => {
    const row = await setState<Row>(trx, writing, { id, state: 'shown', reasons: [] });
    if (!row) throw new Failure('not-found', writing.refusals.notHeld, 'id');
    await writing.onShown(trx, row);
  });
}

/** Hides a text from all but its author and the staff. @throws Failure not-found for one that is not shown */
export function hold<Row extends { id: number }>(
  db: Db,
  writing: ModeratedWriting<Row>,
  id: number,
  record?: Recording,
) {
  return moderate(db, record, async (trx) => {
    const row = await setState<Row>(trx, writing, { id, state: 'held', reasons: [hiddenByStaff] });
    if (!row) throw new Failure('not-found', writing.refusals.notShown, 'id');
    await writing.onHidden(trx, row);
  });
}

/** Reasons of what is hidden together with all of its author's. */
const takenDownReasons = JSON.stringify(['作者写的都收起来了']);

/** SQL condition: the staff are asked to review a text, which excludes what is hidden with all of its author's. */
export function waitsForReview(table: 'comments' | 'says' | 'boardMessages' | 'chatMessages') {
  const [state, reasons] = [sql.ref(`${table}.state`), sql.ref(`${table}.reasons`)];
  return sql<boolean>`${state} = 'held' and ${reasons} <> ${takenDownReasons}`;
}

/** State and reasons of a text before it was taken down; undefined for one that is not there. */
export async function takeDown<Row extends { id: number }>(trx: Trx, writing: ModeratedWriting<Row>, id: number) {
  const { rows } = await sql<Was>`select state, reasons from ${sql.table(writing.table)}
    where id = ${id} and ${writing.isThere}`.execute(trx);
  const was = rows[0];
  if (!was) return undefined;
  const change = { id, state: 'held' as const, reasons: JSON.parse(takenDownReasons) as string[] };
  if (was.state === 'shown') {
    const row = await setState<Row>(trx, writing, change);
    if (row) await writing.onHidden(trx, row);
  } else await setReasons(trx, writing, { id, from: was.reasons, to: takenDownReasons });
  return was;
}

/** Restores what `takeDown` returned, unless the staff have decided about the text since. */
export async function putBack<Row extends { id: number }>(
  trx: Trx,
  writing: ModeratedWriting<Row>,
  id: number,
  was: Was,
) {
  const isStillDown = await setReasons(trx, writing, { id, from: takenDownReasons, to: was.reasons });
  if (!isStillDown || was.state !== 'shown') return;
  const row = await setState<Row>(trx, writing, { id, state: 'shown', reasons: JSON.parse(was.reasons) as string[] });
  if (row) await writing.onShown(trx, row);
}

export type Was = { state: 'shown' | 'held'; reasons: string };

async function setReasons(trx: Trx, { table }: Moderated, { id, from, to }: { id: number; from: string; to: string }) {
  const { rows } = await sql`update ${sql.table(table)} set reasons = ${to}
    where id = ${id} and state = 'held' and reasons = ${from} returning id`.execute(trx);
  return rows.length > 0;
}

/** Runs an act of moderation and records it, in one transaction. */
export function moderate(db: Db, record: Recording | undefined, act: (trx: Trx) => Promise<unknown>) {
  return db.transaction().execute(async (trx) => {
    await act(trx);
    await record?.(trx);
  });
}

type Published = { events: LiveEvent[]; tags: string[]; onlyAdds?: boolean };

/**
 * Tells open screens of a change and drops the cached pages that show it. `onlyAdds`: readers may see it a moment later.
 */
export async function publishChange(trx: Trx, { events, tags, onlyAdds = false }: Published) {
  if (events.length > 0) await publishEvents(trx, ...events);
  await (onlyAdds ? renewPages(trx, tags) : enqueue(trx, 'drop-pages', { tags }));
}

type LikedWriting = { authorId: number; likes: number; link: string; title: string; text: string };
type Likeable = {
  kind: 'comment' | 'say';
  find: (
    trx: Trx,
    viewer: Viewer,
    id: number,
  ) => Promise<LikedWriting & { change: Parameters<typeof publishChange>[1] }>;
  /** Returns the new count; undefined when the row is gone. */
  addLikes: (trx: Trx, id: number, change: number) => Promise<number | undefined>;
  notFound: () => Failure;
};

/**
 * Likes a text, or stamps it with another seal, takes it back, or toggles without `like`, updating counter, notice, screens
 * and pages. One member is in the notice once, until their last seal is taken back.
 * @throws Failure not-found for a text the viewer may not see
 */
export function likeWriting(
  db: Db,
  viewer: Viewer,
  likeable: Likeable,
  input: { id: number; like?: '0' | '1' | undefined; seal?: Seal | undefined },
) {
  const { id, like, seal = 'like' } = input;
  return db.transaction().execute(async (trx) => {
    const { change: published, ...writing } = await likeable.find(trx, viewer, id);
    const target = { kind: likeable.kind, targetId: id, userId: viewer.id, seal };
    const { liked, change } = await setLike(trx, target, like === undefined ? undefined : like === '1');
    if (change === 0) return { liked, likes: writing.likes };
    const likes = await likeable.addLikes(trx, id, change);
    if (likes === undefined) throw likeable.notFound();
    const { authorId: userId, title, text, link } = writing;
    const notice = { userId, kind: noticeKinds.like, actorId: viewer.id, subject: `${likeable.kind}:${id}` };
    if (change > 0) await notify(trx, { ...notice, title, text, link });
    else if (!(await hasStamped(trx, target))) await withdrawNotice(trx, notice);
    await publishChange(trx, { ...published, onlyAdds: true });
    return { liked, likes };
  });
}

type ReportColumn = 'commentId' | 'sayId' | 'messageId' | 'chatMessageId';

/** Selects the number of open reports of a row, as `reports`. */
export function openReports(column: ReportColumn & keyof Schema['reports'], id: string) {
  return sql<number>`(select count(*) from reports where reports.${sql.ref(column)} = ${sql.ref(id)}
    and reports."settledAt" is null)`.as('reports');
}

/** Selects as `isActive` 1, or 0 for an author whose account is closed or disabled. */
export function activeAuthor(now: number) {
  return sql<number>`case when (users."closesAt" is null or users."closesAt" > ${now})
    and ${enabled(now)} then 1 else 0 end`.as('isActive');
}

type OfficeRow = {
  nickname: string;
  avatar: string;
  reasons: string;
  reports: number | string | bigint | null;
  /** Null for a visitor. */
  isGuest: number | null;
  createdAt: number;
};

/** Staff fields of any writing: author, reasons for holding it, number of open reports. */
export function presentWriting<Id extends number | null>(authorId: Id, row: OfficeRow) {
  const { nickname, avatar, isGuest, reasons, reports, createdAt } = row;
  return {
    author: { id: authorId, nickname, avatar, guest: isGuest === 1 },
    reasons: JSON.parse(reasons) as string[],
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}

type Moderated = { table: string; isThere: RawBuilder<SqlBool> };
type Change = { id: number; state: 'shown' | 'held'; reasons: string[] };

/**
 * Returns the changed row; undefined when it was not in the other state, so only one of two concurrent acts succeeds.
 */
async function setState<Row>(trx: Trx, { table, isThere }: Moderated, { id, state, reasons }: Change) {
  const { rows } = await sql<Row>`update ${sql.table(table)} set state = ${state}, reasons = ${JSON.stringify(reasons)}
    where id = ${id} and state = ${sql.lit(state === 'shown' ? 'held' : 'shown')} and ${isThere} returning *`.execute(
    trx,
  );
  return rows[0];
}

type Listed = { state: string; text: string; reasons: string[]; pictures?: string[]; picture?: string };

/** Conceals the texts that are not shown from the demo account. */
export function concealHeld<Row extends Listed>(viewer: Viewer, rows: Row[]): Row[] {
  if (!isDemo(viewer)) return rows;
  return rows.map((row) => {
    if (row.state === 'shown') return row;
    const without = { ...(row.pictures && { pictures: [] }), ...(row.picture !== undefined && { picture: '' }) };
    return { ...row, ...without, text: concealed, reasons: [] };
  });
}
