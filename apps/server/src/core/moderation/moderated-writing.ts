import { Failure } from '@mojian/contract/platform/failures';
import { noticeKinds } from '@mojian/contract/platform/rules';
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { isoTime } from '../../platform/dates.ts';
import type { Db, Schema, Trx } from '../../platform/db/schema.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { enqueue } from '../../platform/outbox/outbox.ts';
import { type LiveEvent, tell } from '../../platform/stream/hub.ts';
import type { Recording } from '../audit/audit.ts';
import { setLike } from '../likes/likes.ts';
import { notify, withdrawNotice } from '../notices/notify.ts';
import { hidden } from './judge.ts';
import { addLikes, setState } from './moderated-writing.queries.ts';
import type { Written } from './rank.ts';

/** One kind of text that members publish and staff moderate: where it is stored and how its readers learn of changes. */
export type ModeratedWriting<Row extends { id: number }> = {
  kind: Written;
  table: 'comments' | 'says' | 'boardMessages';
  /** Rows staff may release or hide at all. */
  isThere: RawBuilder<SqlBool>;
  refusals: { notHeld: string; notShown: string; own: string };
  /** Runs in the transaction that makes a row visible to everyone, or takes it from them. */
  onShown: (trx: Trx, row: Row) => Promise<void>;
  onHidden: (trx: Trx, row: Row) => Promise<void>;
  /** @throws Failure not-found for a row this viewer may not see. */
  find: (trx: Trx, viewer: Viewer, id: number) => Promise<FoundWriting>;
};

/** `text`: its plain beginning. `link`: where it is read. */
type FoundWriting = { authorId: number | null; text: string; link: string };

/** Shows a held text to everyone. @throws Failure not-found for one that is not held. */
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

/** Hides a text from all but its author and the staff. @throws Failure not-found for one that is not shown. */
export function hold<Row extends { id: number }>(
  db: Db,
  writing: ModeratedWriting<Row>,
  id: number,
  record?: Recording,
) {
  return moderate(db, record, async (trx) => {
    const row = await setState<Row>(trx, writing, { id, state: 'held', reasons: [hidden] });
    if (!row) throw new Failure('not-found', writing.refusals.notShown, 'id');
    await writing.onHidden(trx, row);
  });
}

/** Runs an act of moderation and writes it into the audit log, in one transaction. */
export function moderate(db: Db, record: Recording | undefined, act: (trx: Trx) => Promise<unknown>) {
  return db.transaction().execute(async (trx) => {
    await act(trx);
    await record?.(trx);
  });
}

/** Tells open screens of a change and drops the cached pages that show it. */
export async function publishChange(trx: Trx, { events, tags }: { events: LiveEvent[]; tags: string[] }) {
  if (events.length > 0) await tell(trx, ...events);
  await enqueue(trx, 'drop-pages', { tags });
}

type LikedWriting = { authorId: number; likes: number; link: string; title: string; text: string };
type Likeable = {
  kind: 'comment' | 'say';
  find: (
    trx: Trx,
    viewer: Viewer,
    id: number,
  ) => Promise<LikedWriting & { change: Parameters<typeof publishChange>[1] }>;
  notFound: () => Failure;
};

/**
 * Likes a text, stops liking it, or toggles without `like`. Counter, notice, screens and pages follow.
 * @throws Failure not-found for a text the viewer may not see.
 */
export function likeWriting(
  db: Db,
  viewer: Viewer,
  likeable: Likeable,
  input: { id: number; like?: '0' | '1' | undefined },
) {
  const { id, like } = input;
  return db.transaction().execute(async (trx) => {
    const { change: published, ...writing } = await likeable.find(trx, viewer, id);
    const target = { kind: likeable.kind, targetId: id, userId: viewer.id };
    const { liked, change } = await setLike(trx, target, like === undefined ? undefined : like === '1');
    if (change === 0) return { liked, likes: writing.likes };
    const likes = await addLikes(trx, likeable.kind, id, change);
    if (likes === undefined) throw likeable.notFound();
    const { authorId: userId, title, text, link } = writing;
    const notice = { userId, kind: noticeKinds.like, actorId: viewer.id, subject: `${likeable.kind}:${id}` };
    await (change > 0 ? notify(trx, { ...notice, title, text, link }) : withdrawNotice(trx, notice));
    await publishChange(trx, published);
    return { liked, likes };
  });
}

type ReportColumn = 'commentId' | 'sayId' | 'messageId' | 'chatMessageId';

/** Selects how many open reports a row has, as `reports`. */
export function openReports(column: ReportColumn & keyof Schema['reports'], id: string) {
  return sql<number>`(select count(*) from reports where reports.${sql.ref(column)} = ${sql.ref(id)}
    and reports."settledAt" is null)`.as('reports');
}

type OfficeRow = {
  nickname: string;
  avatar: string;
  reasons: string;
  reports: number | string | bigint | null;
  createdAt: number;
};

/** Fields that staff see of any writing: its author, why it is held, how many open reports it has. */
export function presentWriting<Id extends number | null>(authorId: Id, row: OfficeRow) {
  const { nickname, avatar, reasons, reports, createdAt } = row;
  return {
    author: { id: authorId, nickname, avatar },
    reasons: JSON.parse(reasons) as string[],
    reports: Number(reports ?? 0),
    createdAt: isoTime(createdAt),
  };
}
