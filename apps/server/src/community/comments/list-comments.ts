import type { Comment, CommentThread, comments, MyComment } from '@mojian/contract/community/comments';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import type { PageQuery } from '@mojian/contract/platform/fields';
import { repliesShown } from '@mojian/contract/platform/rules';
import { shortTitle } from '../../content/text/comment-text.ts';
import { likedOf } from '../../core/likes/likes.ts';
import { drawStickers, withStickers } from '../../core/stickers/show-stickers.ts';
import { withPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, numberedPage, numbersOf, readCursor, sliceOf } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { quotesOf } from '../highlights/passages.ts';
import { findTarget, type Target } from './comment-target.ts';
import { badgeOf, isModerator, mayDeleteComment, mayEditComment, maySeeHeld } from './comments.policy.ts';
import * as queries from './comments.queries.ts';

const pageSize = 10;
const repliesPerPage = 20;
/** Held comments listed first; staff find the rest in the back office. */
const heldShown = 20;

/**
 * Lists a page of public comments. The first page begins with the held comments the viewer may see and the one a reader
 * came for (`focus`).
 */
export async function listComments(db: Db, viewer: Viewer | null, query: Input<typeof comments.list>['query']) {
  const { sort, after, focus } = query;
  const passages = query.passages?.split(',').map(Number);
  const page = numberedPage(query, pageSize, after);
  const target = await findTarget(db, viewer, query);
  const before = readCursor(after, queries.orders[sort]);
  const { pinned, rows, hasMore } = await listTops(db, { target, sort, before, page, passages });
  const isFirst = !before && (page?.pageNo ?? 1) === 1;
  const held = isFirst ? await listHeldFor(db, viewer, { target, passages }) : [];
  const focused = isFirst && focus !== undefined ? await findFocused(db, viewer, target, focus) : [];
  const tops = distinct([...held, ...focused.slice(0, 1), ...pinned, ...rows]);
  return {
    records: await presentThreads(db, { viewer, target }, tops, focused.slice(1)),
    ...(await numbersOf(page, () => queries.countTop(db, target, passages))),
    total: target.comments,
    next: hasMore ? cursorOf(rows.at(-1), queries.orders[sort]) : null,
  };
}

type TopsPage = {
  target: Target;
  sort: 'new' | 'hot';
  before: number[] | undefined;
  page: PageQuery | undefined;
  passages: number[] | undefined;
};

/** Lists the pinned comments, then the others. Numbered pages count both, pages by cursor the others only. */
async function listTops(db: Db, { target, sort, before, page, passages }: TopsPage) {
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const allPinned = passages ? [] : await queries.selectPinned(db, target).execute();
  const pinned = before ? [] : allPinned.slice(offset, page && offset + limit);
  const others = page ? limit - pinned.length : limit;
  const found = await queries
    .selectTop(db, {
      target,
      sort,
      before,
      except: allPinned.map(({ id }) => id),
      limit: others + 1,
      offset: Math.max(0, offset - allPinned.length),
      passages,
    })
    .execute();
  return { pinned, rows: found.slice(0, others), hasMore: found.length > others };
}

export async function listReplies(db: Db, viewer: Viewer | null, query: Input<typeof comments.replies>['query']) {
  const parent = await queries.findComment(db, query.id);
  if (parent?.parentId !== null || parent.state !== 'shown') throw new Failure('not-found', '评论不存在', 'id');
  const target = await findTarget(db, viewer, parent);
  const after = readCursor(query.after, queries.replyOrder);
  const found = await queries.selectReplies(db, { parentId: parent.id, after, limit: repliesPerPage + 1 }).execute();
  const rows = found.slice(0, repliesPerPage);
  return {
    records: await presentComments(db, { viewer, target }, rows),
    next: found.length > repliesPerPage ? cursorOf(rows.at(-1), queries.replyOrder) : null,
  };
}

/**
 * The top-level comment to focus and, when it is a reply, the reply after it; empty when it is not on this target, and
 * when the viewer may not see both.
 */
async function findFocused(db: Db, viewer: Viewer | null, { kind, id: targetId }: Target, id: number) {
  const comment = await queries.findComment(db, id);
  if (comment?.[`${kind}Id`] !== targetId || comment.removedAt !== null) return [];
  if (comment.state === 'held' && !maySeeHeld(viewer, comment)) return [];
  const parent = comment.parentId === null ? undefined : await queries.findComment(db, comment.parentId);
  // staff may hide a comment above a reply that is held
  if (parent?.state === 'held' && !maySeeHeld(viewer, parent)) return [];
  return parent ? [parent, comment] : [comment];
}

/** Adds to each comment its first replies, the held ones the viewer may see, and the focused one. */
export async function presentThreads(
  db: Db,
  context: Context,
  tops: queries.Row[],
  focused: queries.Row[] = [],
): Promise<CommentThread[]> {
  const parentIds = tops.map(({ id }) => id);
  const withReplies = tops.filter(({ replies }) => replies > 0).map(({ id }) => id);
  const shown = await queries.listFirstReplies(db, withReplies, repliesShown + 1);
  const held = parentIds.length > 0 ? await listHeldFor(db, context.viewer, { parentIds }) : [];
  const repliesOf = Map.groupBy(shown.sort(oldestFirst), ({ parentId }) => parentId);
  const extraOf = Map.groupBy([...focused, ...held.sort(oldestFirst)], ({ parentId }) => parentId);

  const firstOf = ({ id }: queries.Row) => repliesOf.get(id)?.slice(0, repliesShown) ?? [];
  const repliesUnder = (top: queries.Row) => distinct([...firstOf(top), ...(extraOf.get(top.id) ?? [])]);
  const rows = tops.flatMap((top) => [top, ...repliesUnder(top)]);
  const comments = new Map((await presentComments(db, context, rows)).map((comment) => [comment.id, comment]));
  const presented = ({ id }: { id: number }) => comments.get(id) as Comment;
  return tops.map((top) => ({
    ...presented(top),
    replies: {
      total: top.replies,
      first: repliesUnder(top).map(presented),
      next:
        (repliesOf.get(top.id)?.length ?? 0) > repliesShown ? cursorOf(firstOf(top).at(-1), queries.replyOrder) : null,
    },
  }));
}

async function listHeldFor(db: Db, viewer: Viewer | null, under: Parameters<typeof queries.listHeld>[1]) {
  if (!viewer) return [];
  const whose = isModerator(viewer) ? {} : { authorId: viewer.id };
  return queries.listHeld(db, under, { ...whose, limit: heldShown });
}

function distinct(rows: queries.Row[]) {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function oldestFirst(a: queries.Row, b: queries.Row) {
  return a.createdAt - b.createdAt || a.id - b.id;
}

/** Lists the member's own comments, held ones included, newest first. A target they may no longer read is null. */
export async function listOwnComments(db: Db, viewer: Viewer, query: Input<typeof comments.mine>['query']) {
  const page = numberedPage(query, pageSize, query.after);
  const before = readCursor(query.after, queries.orders.new);
  const { limit, offset } = sliceOf(page ?? { pageNo: 1, pageSize });
  const [found, total] = await Promise.all([
    queries.selectOwn(db, { authorId: viewer.id, before, limit: limit + 1, offset }).execute(),
    queries.countOwnComments(db, viewer.id),
  ]);
  const rows = await withStickers(db, found.slice(0, limit));
  const { articleOf, sayOf } = await targetsOf(db, viewer, rows);
  const records = rows.map(
    ({ id, html, state, articleId, sayId, createdAt }): MyComment => ({
      id,
      html,
      held: state === 'held',
      article: articleOf.get(articleId ?? 0) ?? null,
      say: sayOf.get(sayId ?? 0) ?? null,
      createdAt: isoTime(createdAt),
    }),
  );
  const next = found.length > limit ? cursorOf(rows.at(-1), queries.orders.new) : null;
  return { ...(await numbersOf(page, async () => total)), records, total, next };
}

async function targetsOf(db: Db, viewer: Viewer, rows: queries.Row[]) {
  const articleIds = rows.flatMap(({ articleId }) => articleId ?? []);
  const sayIds = rows.flatMap(({ sayId }) => sayId ?? []);
  const articles = articleIds.length > 0 ? await queries.listTargetTitles(db, articleIds) : [];
  const says = sayIds.length > 0 ? await queries.listVisibleSays(db, sayIds, viewer.id) : [];
  return {
    articleOf: new Map(articles.map((article) => [article.id, article])),
    sayOf: new Map(says.map(({ id, text }) => [id, { id, text: shortTitle(text) }])),
  };
}

type Context = { viewer: Viewer | null; target: Target };

/** Presents comments to this viewer. A removed one keeps only its place. */
export async function presentComments(db: Db, { viewer, target }: Context, rows: queries.Row[]) {
  const [{ personOf, answeredOf }, liked] = await Promise.all([
    authorsIn(db, rows),
    likedOf(
      db,
      'comment',
      rows.map(({ id }) => id),
      viewer?.id,
    ),
  ]);
  const pictures = await withPictures(
    db,
    rows.map((row) => (row.removedAt === null ? (JSON.parse(row.pictures) as Comment['pictures']) : [])),
    'proven',
  );
  const quoteIn = await quotesOf(db, { viewer }, target.id, rows);
  const texts = await drawStickers(
    db,
    rows.map(({ html, removedAt }) => (removedAt === null ? html : '')),
  );
  const present = (row: queries.Row, at: number): Comment => {
    const author = personOf(row.authorId);
    const { id, parentId, createdAt } = row;
    if (row.removedAt !== null) return { ...removedComment, id, parentId, createdAt: isoTime(createdAt) };
    const { place, device, likes } = row;
    const held = row.state === 'held';
    const mayRelease = held && isModerator(viewer);
    const isEditable = mayEditComment(viewer, row) && target.commenting !== 'closed';
    return {
      id,
      parentId,
      html: texts[at] ?? '',
      place,
      device,
      likes,
      pictures: pictures[at] ?? [],
      author: presentAuthor(author, target),
      replyTo: answeredOf(row),
      liked: liked.has(id),
      pinned: row.pinned === 1,
      held,
      reasons: mayRelease ? (JSON.parse(row.reasons) as string[]) : [],
      removed: false,
      mayDelete: mayDeleteComment(viewer, author),
      mayEdit: isEditable,
      text: isEditable ? row.text : '',
      mayRelease,
      createdAt: isoTime(createdAt),
      editedAt: row.editedAt === null ? null : isoTime(row.editedAt),
      quote: quoteIn(row),
    };
  };
  return rows.map(present);
}

function presentAuthor(author: Person, target: Target): Comment['author'] {
  const { id, nickname, avatar, isGuest, website } = author;
  return { id, nickname, avatar, badge: badgeOf(author, target), website: isGuest ? website : null };
}

const removedComment = {
  html: '',
  pictures: [],
  author: { id: 0, nickname: '', avatar: '', badge: null, website: null },
  replyTo: null,
  place: '',
  device: '',
  likes: 0,
  liked: false,
  pinned: false,
  held: false,
  reasons: [],
  removed: true,
  mayDelete: false,
  mayEdit: false,
  text: '',
  mayRelease: false,
  editedAt: null,
  quote: null,
};

type Person = Awaited<ReturnType<typeof queries.listCommentAuthors>>[number];
const nobody = { nickname: '', avatar: '', role: 'member' as const, isGuest: 0, website: '' };

async function authorsIn(db: Db, rows: queries.Row[]) {
  const answers = rows.filter(({ replyToId, parentId }) => replyToId !== null && replyToId !== parentId);
  const answered = await listBy(answers, (ids) => queries.listAuthorIds(db, ids), 'replyToId');
  const people = await listBy([...rows, ...answered], (ids) => queries.listCommentAuthors(db, ids), 'authorId');
  const personById = new Map(people.map((person) => [person.id, person]));
  const authorOf = new Map(answered.map(({ id, authorId }) => [id, authorId]));
  const personOf = (id: number) => personById.get(id) ?? { ...nobody, id };
  const answeredOf = ({ replyToId, parentId }: queries.Row) => {
    const authorId = replyToId === null || replyToId === parentId ? undefined : authorOf.get(replyToId);
    if (authorId === undefined) return null;
    const { nickname, isGuest } = personOf(authorId);
    return { id: isGuest ? null : authorId, nickname };
  };
  return { personOf, answeredOf };
}

/** Looks up rows by the distinct ids of one column. */
async function listBy<Column extends string, Found>(
  rows: { [Name in Column]: number | null }[],
  list: (ids: number[]) => Promise<Found[]>,
  column: Column,
) {
  const ids = [...new Set(rows.map((row) => row[column]))].filter((id) => id !== null);
  return ids.length > 0 ? list(ids) : [];
}
