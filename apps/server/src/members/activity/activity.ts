import type { Activity, activity } from '@mojian/contract/members/activity';
import type { Input } from '@mojian/contract/platform/endpoint';
import { Failure } from '@mojian/contract/platform/failures';
import { cardsOf } from '../../content/articles/cards.ts';
import { shortTitle } from '../../content/text/comment-text.ts';
import { requireAuthor } from '../../core/identity/accounts.ts';
import { hasFeature } from '../../core/settings/features.ts';
import { withStickers } from '../../core/stickers/show-stickers.ts';
import { withProvenPictures } from '../../core/uploads/public-files.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { cursorOf, readCursor } from '../../platform/http/paging.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Kind, Position } from './activity.queries.ts';
import * as queries from './activity.queries.ts';

const pageSize = 20;

/**
 * Lists what a member did and all may see, newest first. Collections are among it if the member shows them; members list
 * their own alone in any case. @throws Failure not-found for collections that are not shown.
 */
export async function listActivity(db: Db, viewer: Viewer | null, query: Input<typeof activity.list>['query']) {
  const { userId, kind, after } = query;
  await requireAuthor(db, userId, 'userId');
  const position = positionOf(after);
  const features = { says: await hasFeature(db, 'says'), comments: await hasFeature(db, 'comments') };
  const kinds = await kindsOf(db, viewer, { userId, kind, ...features });
  const limit = pageSize + 1;
  const lists = await Promise.all(
    kinds.map((kind) => queries.listOfKind(db, kind, userId, { ...features, ...position, limit })),
  );
  const found = lists
    .flat()
    .map(({ id, createdAt, rank }) => ({ id, createdAt: Number(createdAt), rank: Number(rank) }))
    .sort((one, other) => other.createdAt - one.createdAt || one.rank - other.rank || other.id - one.id);
  const rows = found.slice(0, pageSize);
  const next = found.length > pageSize ? cursorOf(rows.at(-1), queries.order) : null;
  return { records: await present(db, rows), next };
}

function positionOf(after: string | undefined): { after?: Position } {
  const numbers = readCursor(after, queries.order);
  if (!numbers) return {};
  const [createdAt, rank, id] = numbers as [number, number, number];
  return { after: { createdAt, rank, id } };
}

type Wanted = { userId: number; kind: Input<typeof activity.list>['query']['kind']; says: boolean; comments: boolean };

async function kindsOf(db: Db, viewer: Viewer | null, { userId, kind, says, comments }: Wanted): Promise<Kind[]> {
  const isOwnList = kind === 'collects' && viewer?.id === userId;
  const showsCollects = isOwnList || (await queries.readShowsCollects(db, userId));
  if (kind === 'collects' && !showsCollects) throw new Failure('not-found', '这位用户没有公开收藏', 'kind');
  const all: [Kind, Wanted['kind'], boolean][] = [
    ['article', 'articles', true],
    ['say', 'says', says],
    ['comment', 'comments', comments],
    ['collect', 'collects', showsCollects],
    ['follow', 'all', true],
  ];
  return all.flatMap(([name, chip, isOn]) => (isOn && (kind === 'all' || kind === chip) ? name : []));
}

/** Rows whose subject went meanwhile are left out. */
async function present(db: Db, rows: Position[]): Promise<Activity[]> {
  const idsOf = (kind: Kind) => rows.flatMap(({ rank, id }) => (queries.kinds[rank] === kind ? id : []));
  const [says, comments, people] = await Promise.all([
    load(idsOf('say'), (ids) => shown(db, queries.listSays(db, ids))),
    load(idsOf('comment'), (ids) => shown(db, queries.listComments(db, ids))),
    load(idsOf('follow'), (ids) => queries.listPeople(db, ids)),
  ]);
  const articleIds = [...comments.values()].flatMap(({ articleId }) => articleId ?? []);
  const articles = await load([...idsOf('article'), ...idsOf('collect'), ...articleIds], (ids) => cardsOf(db, ids));
  const found = { says, comments, people, articles };
  return rows.flatMap((row) => presentRow(row, found) ?? []);
}

/** Texts with their stickers, and pictures. */
async function shown<Row extends { html: string; pictures: string }>(db: Db, found: Promise<Row[]>) {
  return withProvenPictures(db, await withStickers(db, await found), 'pictures');
}

async function load<Row extends { id: number }>(ids: number[], list: (ids: number[]) => Promise<Row[]>) {
  const rows = ids.length > 0 ? await list([...new Set(ids)]) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

type Loaded<List extends (...input: never[]) => Promise<unknown[]>> = Map<number, Awaited<ReturnType<List>>[number]>;
type Found = {
  says: Loaded<typeof queries.listSays>;
  comments: Loaded<typeof queries.listComments>;
  people: Loaded<typeof queries.listPeople>;
  articles: Loaded<typeof cardsOf>;
};

function presentRow({ id, createdAt, rank }: Position, found: Found): Activity | undefined {
  // ids of the five kinds interleaved, so that none is another's
  const common = { id: id * queries.kinds.length + rank, createdAt: isoTime(createdAt) };
  const kind = queries.kinds[rank];
  const article = found.articles.get(id);
  if (kind === 'article') return article && { ...common, kind, article };
  if (kind === 'collect')
    return article && { ...common, kind, article: { ...linkOf(article), author: article.author.nickname } };
  if (kind === 'follow') {
    const person = found.people.get(id);
    return person && { ...common, kind, person };
  }
  if (kind === 'say') {
    const say = found.says.get(id);
    return say && { ...common, kind, html: say.html, pictures: JSON.parse(say.pictures), path: `/say?id=${id}` };
  }
  const comment = found.comments.get(id);
  const target = comment && targetOf(comment, found);
  return target && { ...common, kind: 'comment', html: comment.html, pictures: JSON.parse(comment.pictures), target };
}

const linkOf = ({ path, title }: { path: string; title: string }) => ({ path, title });

type CommentRow = Found['comments'] extends Map<number, infer Row> ? Row : never;

function targetOf({ id, articleId, sayId, text }: CommentRow, { articles }: Pick<Found, 'articles'>) {
  if (articleId === null)
    return { kind: 'say' as const, path: `/say?id=${sayId}#comment-${id}`, title: shortTitle(text ?? ''), cover: null };
  const article = articles.get(articleId);
  if (!article) return undefined;
  const { path, title, cover, coverNumber, focusX, focusY } = article;
  return {
    kind: 'article' as const,
    path: `${path}#comment-${id}`,
    title,
    cover: { cover, coverNumber, focusX, focusY },
  };
}
