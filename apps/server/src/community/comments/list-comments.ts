import type { Comment, CommentThread } from '@mojian/contract/community/comments';
import { Failure } from '@mojian/contract/platform/failures';
import type { NumberedQuery } from '@mojian/contract/platform/fields';
import { repliesShown } from '@mojian/contract/platform/rules';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { findTarget, type Target, type Which } from './comment-target.ts';
import { isModerator, maySeeHeld } from './comments.policy.ts';
import * as queries from './comments.queries.ts';
import { presentComments } from './present-comments.ts';

const pageSize = 10;
const repliesAtOnce = 20;
/** What waits to be approved stands first. More of it than this is the back office's. */
const heldShown = 20;

type Asked = Which & NumberedQuery & { sort: 'new' | 'hot'; after?: string | undefined; focus?: number | undefined };

/**
 * A page of what all may see. On the first one stands on top what is held and the viewer may see, then the comment a
 * reader came for (`focus`), if they may see it.
 */
export async function listComments(db: Db, viewer: Viewer | null, asked: Asked) {
  const { sort, after, focus } = asked;
  const page = numberedPage(asked, pageSize, after);
  const target = await findTarget(db, viewer, asked);
  const before = readCursor(after, queries.orders[sort]);
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const found = await queries.selectTop(db, { target, sort, before, limit: limit + 1, offset }).execute();
  const rows = found.slice(0, limit);
  const isFirst = !before && offset === 0;
  const held = isFirst ? await listHeld(db, viewer, { target }) : [];
  const sought = isFirst && focus !== undefined ? await findSought(db, viewer, target, focus) : [];
  const tops = eachOnce([...held, ...sought.slice(0, 1), ...rows]);
  return {
    records: await presentThreads(db, { viewer, target }, tops, sought.slice(1)),
    ...(await numbersOf(page, () => queries.countTop(db, target))),
    total: target.comments,
    next: found.length > limit ? cursorOf(rows.at(-1), queries.orders[sort]) : null,
  };
}

/** The replies under one comment that follow those already shown. */
export async function listReplies(db: Db, viewer: Viewer | null, asked: { id: number; after?: string | undefined }) {
  const parent = await queries.findComment(db, asked.id);
  if (parent?.parentId !== null || parent.state !== 'shown') throw new Failure('not-found', '评论不存在', 'id');
  const target = await findTarget(db, viewer, parent);
  const after = readCursor(asked.after, queries.replyOrder);
  const found = await queries.selectReplies(db, { parentId: parent.id, after, limit: repliesAtOnce + 1 }).execute();
  const rows = found.slice(0, repliesAtOnce);
  return {
    records: await presentComments(db, { viewer, target }, rows),
    next: found.length > repliesAtOnce ? cursorOf(rows.at(-1), queries.replyOrder) : null,
  };
}

/** The comment at the top level, and the reply under it if that is what is sought. Nothing when it does not stand here. */
async function findSought(db: Db, viewer: Viewer | null, { kind, id: targetId }: Target, id: number) {
  const comment = await queries.findComment(db, id);
  if (comment?.[`${kind}Id`] !== targetId || comment.removedAt !== null) return [];
  if (comment.state === 'held' && !maySeeHeld(viewer, comment)) return [];
  const parent = comment.parentId === null ? undefined : await queries.findComment(db, comment.parentId);
  return parent ? [parent, comment] : [comment];
}

type Context = { viewer: Viewer | null; target: Target };

/**
 * Comments each with the first of their replies; those held that the viewer may see follow them, as does the one that is
 * `sought`.
 */
export async function presentThreads(
  db: Db,
  context: Context,
  tops: queries.Row[],
  sought: queries.Row[] = [],
): Promise<CommentThread[]> {
  const parentIds = tops.map(({ id }) => id);
  const answered = tops.filter(({ replies }) => replies > 0).map(({ id }) => id);
  const shown = await queries.listFirstReplies(db, answered, repliesShown + 1);
  const held = parentIds.length > 0 ? await listHeld(db, context.viewer, { parentIds }) : [];
  const underOf = Map.groupBy(shown.sort(byAge), ({ parentId }) => parentId);
  const furtherOf = Map.groupBy([...sought, ...held.sort(byAge)], ({ parentId }) => parentId);

  const firstOf = ({ id }: queries.Row) => underOf.get(id)?.slice(0, repliesShown) ?? [];
  const underEach = (top: queries.Row) => eachOnce([...firstOf(top), ...(furtherOf.get(top.id) ?? [])]);
  const rows = tops.flatMap((top) => [top, ...underEach(top)]);
  const comments = new Map((await presentComments(db, context, rows)).map((comment) => [comment.id, comment]));
  const presented = ({ id }: { id: number }) => comments.get(id) as Comment;
  return tops.map((top) => ({
    ...presented(top),
    replies: {
      total: top.replies,
      first: underEach(top).map(presented),
      next:
        (underOf.get(top.id)?.length ?? 0) > repliesShown ? cursorOf(firstOf(top).at(-1), queries.replyOrder) : null,
    },
  }));
}

async function listHeld(db: Db, viewer: Viewer | null, under: Parameters<typeof queries.listHeld>[1]) {
  if (!viewer) return [];
  const whose = isModerator(viewer) ? {} : { authorId: viewer.id };
  return queries.listHeld(db, under, { ...whose, limit: heldShown });
}

function eachOnce(rows: queries.Row[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function byAge(a: queries.Row, b: queries.Row) {
  return a.createdAt - b.createdAt || a.id - b.id;
}
