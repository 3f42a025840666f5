import { setImmediate as turn } from 'node:timers/promises';
import type { FileUse } from '@mojian/contract/core/uploads';
import { sql } from 'kysely';
import { shown } from '../../platform/db/conditions.ts';
import type { Db, Schema } from '../../platform/db/schema.ts';
import { unsizedKey } from '../../platform/storage/storage.ts';

type Where = Omit<PictureUse, 'key'>;

/** Uses by picture key: their number and the first few. */
export type Uses = Map<string, { count: number; first: Where[] }>;

const maxNamed = 5;

/** Reads every text of the site once. */
export async function findUses(db: Db): Promise<Uses> {
  const uses: Uses = new Map();
  for await (const { key: shown, ...where } of pictureUses(db)) {
    const key = unsizedKey(shown);
    const known = uses.get(key) ?? { count: 0, first: [] };
    const last = known.first.at(-1);
    if (last?.place === where.place && last.id === where.id) continue; // counts a picture once per text
    known.count += 1;
    if (known.first.length < maxNamed) known.first.push(where);
    uses.set(key, known);
  }
  return uses;
}

/** Names and links public uses; for drafts, chats and private texts not even the fact is revealed. */
export async function nameUses(db: Db, places: Where[]): Promise<(where: Where) => FileUse | undefined> {
  const ids = (place: Where['place']) => [...new Set(places.filter((one) => one.place === place).map(({ id }) => id))];
  const [comments, people, says] = await Promise.all([
    commentPlaces(db, ids('comments')),
    nicknames(db, ids('users')),
    publicSays(db, ids('says')),
  ]);
  const under = [...comments.values()].flatMap(({ articleId }) => articleId ?? []);
  const titles = await articleTitles(db, [...new Set([...ids('articles'), ...under])]);
  const article = (id: number | null | undefined) => {
    const title = titles.get(id ?? 0);
    return title === undefined ? undefined : { title, path: `/article/${id}` };
  };
  const say = (id: number) => ({ title: '', path: `/say?id=${id}` });
  const comment = (id: number) => {
    const place = comments.get(id);
    return place?.sayId ? say(place.sayId) : article(place?.articleId);
  };
  const known: Partial<Record<Where['place'], (id: number) => { title: string; path: string } | undefined>> = {
    articles: article,
    says: (id) => (says.has(id) ? say(id) : undefined),
    comments: comment,
    users: (id) => ({ title: people.get(id) ?? '', path: `/user/${id}` }),
    ...Object.fromEntries(Object.entries(paths).map(([place, path]) => [place, () => ({ title: '', path })])),
  };
  return ({ place, id }) => {
    const found = known[place]?.(id);
    return found && { place, ...found };
  };
}

const paths: Partial<Record<Where['place'], string>> = {
  links: '/links',
  navigationSites: '/navigation',
  settings: '/admin/settings',
};

async function articleTitles(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('articles').select(['id', 'title']).where('id', 'in', ids).where(shown).execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function nicknames(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, string>();
  const rows = await db.selectFrom('users').select(['id', 'nickname']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

async function publicSays(db: Db, ids: number[]) {
  if (ids.length === 0) return new Set<number>();
  const rows = db.selectFrom('says').select('id').where('isPublic', '=', 1).where('state', '=', 'shown');
  return new Set((await rows.where('id', 'in', ids).execute()).map(({ id }) => id));
}

/** Target of each public comment; none for those under a private say. */
async function commentPlaces(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, { articleId: number | null; sayId: number | null }>();
  const rows = await db
    .selectFrom('comments')
    .leftJoin('says', 'says.id', 'comments.sayId')
    .select(['comments.id', 'comments.articleId', 'comments.sayId'])
    .where('comments.id', 'in', ids)
    .where('comments.state', '=', 'shown')
    .where('comments.removedAt', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('comments.sayId', 'is', null), and([eb('says.isPublic', '=', 1), eb('says.state', '=', 'shown')])]),
    )
    .execute();
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

const rowsAtOnce = 100;
/** Rows per batch of articles and revisions: a few megabytes each at worst. */
const longAtOnce = 20;
const long = ['articles', 'drafts', 'revisions'];

/** Every picture used in some text, profile or setting. */
export async function listUsedPictureKeys(db: Db) {
  const shown = new Set<string>();
  for await (const { key } of pictureUses(db)) shown.add(key);
  return shown;
}

type Table = (typeof places)[number]['table'];

/** Key of a picture or smaller copy, and the row that uses it. */
type PictureUse = { key: string; place: Table | 'settings'; id: number };

/** Every use of a picture of the site. */
async function* pictureUses(db: Db): AsyncGenerator<PictureUse> {
  for await (const { text, ...where } of textsWithPictures(db))
    for (const [, key = ''] of text.matchAll(/\/files\/([\w/-]{1,100}\.\w{1,10})/g)) yield { key, ...where };
}

/** Yields the texts of the settings, then of each table. */
async function* textsWithPictures(db: Db) {
  for (const text of await listSettings(db)) yield { text, place: 'settings' as const, id: 0 };
  for (const place of places) yield* textsOf(db, place);
}

/** Reads in small batches, with or without pictures, so that no step takes long. */
async function* textsOf(db: Db, place: (typeof places)[number]) {
  const most = long.includes(place.table) ? longAtOnce : rowsAtOnce;
  let rows = await listTexts(db, place, 0, most);
  while (rows.length > 0) {
    for (const { id, text } of rows) if (text !== null) yield { text, place: place.table, id };
    await turn();
    rows = await listTexts(db, place, rows.at(-1)?.id ?? 0, most);
  }
}

type Place = { table: keyof Schema; columns: readonly string[]; id?: string };

/** Columns that may contain picture addresses. */
const places = [
  { table: 'articles', columns: ['markdown', 'cover'] },
  { table: 'drafts', columns: ['content'], id: 'articleId' },
  { table: 'revisions', columns: ['content'] },
  { table: 'says', columns: ['text', 'pictures'] },
  { table: 'comments', columns: ['text', 'pictures'] },
  { table: 'chatMessages', columns: ['picture'] },
  { table: 'reports', columns: ['excerpt'] },
  { table: 'users', columns: ['avatar', 'cover'] },
  { table: 'applications', columns: ['avatar'] },
  { table: 'links', columns: ['avatar'] },
  { table: 'navigationSites', columns: ['logo'] },
] as const satisfies Place[];

/** Next batch after an id; texts without pictures are null. */
function listTexts(db: Db, { table, columns, id = 'id' }: Place, after: number, limit: number) {
  const text = sql<string>`${sql.join(
    columns.map((column) => sql.ref(column)),
    sql` || ' ' || `,
  )}`;
  const number = sql.ref<number>(id);
  return db
    .selectFrom(table as 'articles')
    .select([number.as('id'), sql<string | null>`case when ${text} like '%/files/%' then ${text} end`.as('text')])
    .where(number, '>', after)
    .orderBy(number)
    .limit(limit)
    .execute();
}

async function listSettings(db: Db) {
  const rows = await db.selectFrom('settings').select('value').execute();
  return rows.map(({ value }) => value);
}
