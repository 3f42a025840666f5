import { chinaDay, dayLength } from '@mojian/contract/platform/time';
import { type RawBuilder, sql } from 'kysely';
import { compress } from '../../src/platform/db/compressed.ts';
import { isShared } from '../../src/platform/db/dialect.ts';
import { createWordIndex } from '../../src/platform/db/migrations/start/search.ts';
import type { Db, Schema, Trx } from '../../src/platform/db/schema.ts';
import { postgresIndex } from '../../src/platform/search/postgres-index.ts';
import { sqliteIndex } from '../../src/platform/search/sqlite-index.ts';
import { type Joined, makeTexts, randomOf, type Texts } from './texts.ts';

/** A site of `articles` articles; all else grows with them, but tags, categories and years. */
export type GrownSize = { articles: number; members: number; comments: number; says: number };

export const sizeOf = (articles: number): GrownSize => ({
  articles,
  members: Math.min(100_000, articles),
  comments: Math.min(20_000, Math.ceil(articles / 5)),
  says: Math.ceil(articles / 20),
});

const tagCount = 1000;
const categoryCount = 20;
const years = 12;
const seriesCount = 40;
/** Articles in series, at any size: 40 series of ten. */
const serialArticles = 400;
const authorCount = 20;
const charactersEach = 3000;
const articlesAtOnce = 2000;
/** Articles written one by one on PostgreSQL; further ones repeat them, within the database: hours otherwise. */
const madeAtMost = 30_000;

/** Newest article; fixed, so that a template stays the same whenever it was made. */
const grownUntil = Date.UTC(2026, 10, 20);
const grownSince = grownUntil - years * 365.25 * dayLength;
/** Half of all articles are of the last 53 weeks, so that even a small site has one on nearly every day of a calendar. */
const busySince = grownUntil - 371 * dayLength;

/** Fills an empty, migrated database by direct inserts. Ids begin at 1. */
export async function fillGrown(db: Db, size: GrownSize, onProgress: (articles: number) => void = () => {}) {
  const texts = await makeTexts();
  await db.transaction().execute((trx) => around(trx, size));
  await suspendIndex(db);
  const made = Math.min(size.articles, isShared(db) ? madeAtMost : size.articles);
  for (let first = 1; first <= made; first += articlesAtOnce) {
    const ids = range(first, Math.min(made, first + articlesAtOnce - 1));
    await db.transaction().execute((trx) => articles(trx, texts, { ids, size }));
    onProgress(ids.at(-1) ?? 0);
  }
  for (let shift = made; shift < size.articles; shift += made) {
    await db.transaction().execute((trx) => repeatArticles(trx, { made, shift, size }));
    onProgress(shift);
  }
  await resumeIndex(db);
  await db.transaction().execute((trx) => writings(trx, size));
  await db.transaction().execute((trx) => keepIds(trx));
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

/** Id of the one article with all comments. */
export const discussedArticle = (size: GrownSize) => Math.ceil(size.articles / 2) + 1;

async function around(trx: Trx, size: GrownSize) {
  const at = (n: number, of: number) => Math.round(grownSince + (n / of) * (grownUntil - grownSince));
  await insert(trx, 'users', range(1, size.members), (id) => ({
    id,
    nickname: `读者${id}`,
    nicknameKey: `r${id}`,
    role: id === 1 ? 'owner' : id <= authorCount ? 'editor' : 'member',
    createdAt: at(id, size.members),
  }));
  await insert(trx, 'categories', range(1, categoryCount), (id) => ({ id, name: `分类${id}`, position: id }));
  await insert(trx, 'tags', range(1, tagCount), (id) => ({ id, name: `标签${id}` }));
  const times = { createdAt: grownSince, updatedAt: grownUntil };
  await insert(trx, 'series', range(1, seriesCount), (id) => ({ id, authorId: 1, name: `连载${id}`, ...times }));
  await insert(trx, 'follows', range(2, Math.ceil(size.members / 5)), (followerId) => ({
    followerId,
    followedId: 1,
    createdAt: at(followerId, size.members),
  }));
  await insert(trx, 'visitDays', range(0, years * 365), (n) => ({
    day: chinaDay(grownUntil - n * dayLength),
    views: 900 + (n % 300),
    visitors: 300,
    reads: 700,
  }));
}

async function articles(trx: Trx, texts: Texts, { ids, size }: { ids: number[]; size: GrownSize }) {
  const made = ids.map((id) => makeArticle(texts, id, size));
  await insert(trx, 'articles', await Promise.all(made.map(({ row }) => storedRow(trx, row))), (row) => row);
  const tagged = made.flatMap(({ row, tagIds }) => tagIds.map((tagId) => ({ articleId: row.id, tagId })));
  await insert(trx, 'articleTags', tagged, (one) => one);
  for (const { row, document } of made)
    if (row.state === 'published' && row.removedAt === null) await index(trx, row, document);
}

const times = new Set(['publishedAt', 'announcedAt', 'updatedAt', 'createdAt', 'removedAt']);

/** Repeats the articles made, with their tags and words, at later ids and times. */
async function repeatArticles(trx: Trx, { made, shift, size }: { made: number; shift: number; size: GrownSize }) {
  const columns = await trx.introspection.getTables().then((tables) => tables.find(({ name }) => name === 'articles'));
  const names = (columns?.columns ?? []).map(({ name }) => name);
  const shifted = sql.lit(shift);
  const share = sql`((id + ${shifted}) / ${sql.lit(size.articles)}.0)`;
  const time = sql`cast(case when ${share} < 0.5 then ${sql.lit(grownSince)} + 2 * ${share} * ${sql.lit(busySince - grownSince)}
    else ${sql.lit(busySince)} + (2 * ${share} - 1) * ${sql.lit(grownUntil - busySince)} end as bigint)`;
  const values = names.map((name) => {
    if (name === 'id') return sql`id + ${shifted}`;
    return times.has(name) ? sql`case when ${sql.ref(name)} is not null then ${time} end` : sql.ref(name);
  });
  const copied = sql.lit(Math.min(made, size.articles - shift));
  await sql`insert into articles (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from articles where id <= ${copied}`.execute(trx);
  await sql`insert into "articleTags" ("articleId", "tagId")
    select "articleId" + ${shifted}, "tagId" from "articleTags" where "articleId" <= ${copied}`.execute(trx);
  await sql`insert into search (rowid, date, words)
    select rowid + ${shifted}, (select "publishedAt" from articles where id = rowid + ${shifted}), words
    from search where rowid <= ${copied}`.execute(trx);
}

/** As the site stores it within an hour: content/articles/compress-html.ts. */
async function storedRow<Row extends { html: string }>(trx: Trx, row: Row) {
  return isShared(trx) ? row : { ...row, html: await compress(row.html) };
}

type Document = { title: string[]; summary: string[]; body: Joined };

/** Writes what search/ would, from what the stock knows already: half the time of all filling otherwise. */
async function index(
  trx: Trx,
  { id, publishedAt }: { id: number; publishedAt: number | null },
  { title, summary, body: { words, frequent } }: Document,
) {
  const { put } = (isShared(trx) ? postgresIndex : sqliteIndex)({ words: 'search', places: 'searchPlaces' });
  await put(trx, { id, date: publishedAt ?? 0, title, summary, body: [...words, ...frequent, ...frequent] });
}

/** State of an article: one in twenty is for members only; one in a hundred each is a draft, withdrawn, in the trash, or a page. */
function stateOf(id: number) {
  const state = id % 100 === 17 ? 'draft' : id % 100 === 37 ? 'withdrawn' : 'published';
  return { state, isRemoved: id % 100 === 57, kind: id % 1000 === 77 ? 'page' : 'article', isLocked: id % 20 === 3 };
}

function makeArticle(texts: Texts, id: number, size: GrownSize) {
  const random = randomOf(id);
  const { state, isRemoved, kind, isLocked } = stateOf(id);
  const tagIds = kind === 'page' ? [] : chooseTags(id, random);
  const topic = tagIds[0] ?? id;
  const word = () => texts.word(topic, random());
  const title = `${word()}${word()}与${word()}`;
  const summary = `${word()}，${word()}${word()}和${word()}${word()}：${word()}${word()}的${word()}。`;
  const { body, ...columns } = textOf(texts.text(topic, charactersEach, random), isLocked);
  const serial = Math.floor((id * serialArticles) / size.articles);
  const isSerial = serial > Math.floor(((id - 1) * serialArticles) / size.articles);
  const row = {
    id,
    authorId: random() < 0.5 ? 1 : 1 + Math.floor(random() * Math.min(authorCount, size.members)),
    categoryId: kind === 'page' ? null : 1 + Math.floor(random() ** 2 * categoryCount),
    title,
    summary,
    ...columns,
    kind,
    state,
    views: Math.floor(random() ** 4 * 50_000),
    recommended: Number(id % 50 === 1),
    featured: Number(id > size.articles - 200 && id % 30 === 4),
    seriesId: isSerial ? 1 + (serial % seriesCount) : null,
    seriesPosition: id,
    ...timesOf(timeOf((id - random()) / size.articles), { state, isRemoved }),
    importKey: null,
    importHash: null,
  };
  return { row, tagIds, document: { title: texts.tokensOf(title), summary: texts.tokensOf(summary), body } };
}

/** Time of the article at a share of all, from 0 to 1. */
function timeOf(share: number) {
  const isBusy = share >= 0.5;
  const [from, until] = isBusy ? [busySince, grownUntil] : [grownSince, busySince];
  return Math.round(from + (2 * share - Number(isBusy)) * (until - from));
}

function timesOf(time: number, { state, isRemoved }: { state: string; isRemoved: boolean }) {
  const published = state === 'draft' ? null : time;
  const removedAt = isRemoved ? time : null;
  return { publishedAt: published, announcedAt: published, updatedAt: time, createdAt: time, removedAt };
}

/** Columns made from a text, and what of it is indexed. */
function textOf(text: ReturnType<Texts['text']>, isLocked: boolean) {
  const { html, words, headings } = text;
  const whole = { html, words, headings };
  return isLocked
    ? {
        ...whole,
        markdown: text.lockedMarkdown,
        openingHtml: text.openingHtml,
        openingHeadings: '[]',
        readType: 4,
        body: text.openingTokens,
      }
    : {
        ...whole,
        markdown: text.markdown,
        openingHtml: '',
        openingHeadings: headings,
        readType: 0,
        body: text.tokens,
      };
}

/**
 * Three to five tags: a few are on thousands of articles, most on a few hundred, as Zipf has it. One takes its turn, and that
 * of an unlisted article before, so that sites of any size use all tags.
 */
function chooseTags(id: number, random: () => number) {
  const wanted = 3 + Math.floor(random() * 3);
  const chosen = new Set([zipf(random), tagInTurn(id)]);
  if (!isListed(id - 1)) chosen.add(tagInTurn(id - 1));
  while (chosen.size < wanted) chosen.add(zipf(random));
  return [...chosen];
}

const zipf = (random: () => number) => Math.min(tagCount, Math.ceil(tagCount ** random()));
const tagInTurn = (id: number) => 1 + (id % tagCount);

function isListed(id: number) {
  const { state, isRemoved, kind } = stateOf(id);
  return state === 'published' && !isRemoved && kind === 'article';
}

/** Comments under one article, a tenth of them replies to one; says; the group's messages over the years. */
async function writings(trx: Trx, size: GrownSize) {
  const at = (n: number) => grownUntil - (size.comments - n) * 60_000;
  const top = Math.ceil(size.comments * 0.9);
  await trx.updateTable('articles').set({ comments: size.comments }).where('id', '=', discussedArticle(size)).execute();
  await insert(trx, 'comments', range(1, size.comments), (id) => ({
    id,
    articleId: discussedArticle(size),
    parentId: id > top ? top : null,
    replyToId: id > top ? top : null,
    authorId: 1 + (id % size.members),
    text: `说得好，第 ${id} 条`,
    html: `<p>说得好，第 ${id} 条</p>\n`,
    likes: id % 97,
    replies: id === top ? size.comments - top : 0,
    createdAt: at(id),
  }));
  await insert(trx, 'says', range(1, size.says), (id) => ({
    id,
    authorId: 1 + (id % Math.min(authorCount, size.members)),
    text: `第 ${id} 句`,
    html: `<p>第 ${id} 句</p>\n`,
    createdAt: grownSince + (id / size.says) * (grownUntil - grownSince),
  }));
  await insert(trx, 'chatMessages', range(1, size.articles), (id) => ({
    id,
    seq: id,
    roomId: 1,
    senderId: 1 + (id % size.members),
    text: `第 ${id} 句`,
    sendKey: `s${id}`,
    createdAt: Math.round(grownSince + (id / size.articles) * (grownUntil - grownSince)),
  }));
  await trx.updateTable('rooms').set({ lastId: size.articles }).execute();
  await trx.updateTable('chatSequence').set({ seq: size.articles }).execute();
}

type Table = keyof Schema & string;

/** Values in a statement, which SQLite limits to 32,766 and PostgreSQL to 65,535. */
const mostValues = 20_000;

async function insert<One>(trx: Trx, table: Table, from: One[], rowOf: (one: One) => Record<string, unknown>) {
  const columns = from[0] === undefined ? [] : Object.keys(rowOf(from[0]));
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const atOnce = Math.min(500, Math.floor(mostValues / Math.max(1, columns.length)));
  for (let first = 0; first < from.length; first += atOnce) {
    const rows: RawBuilder<unknown>[] = from.slice(first, first + atOnce).map((one) => {
      const row = rowOf(one);
      return sql`(${sql.join(columns.map((name) => row[name]))})`;
    });
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(rows)}`.execute(trx);
  }
}

/** PostgreSQL builds an index of all rows faster than it adds row by row; SQLite writes and merges larger pieces. */
async function suspendIndex(db: Db) {
  if (isShared(db)) await sql`drop index "searchWords"`.execute(db);
  else await configureIndex(db, { hashsize: 512 * 1024 * 1024, automerge: 0 });
}

async function resumeIndex(db: Db) {
  if (isShared(db)) {
    await sql`set maintenance_work_mem = '512MB'`.execute(db);
    await sql.raw(createWordIndex).execute(db);
  } else await configureIndex(db, { hashsize: 1024 * 1024, automerge: 4 });
}

async function configureIndex(db: Db, settings: Record<string, number>) {
  for (const [name, value] of Object.entries(settings))
    await sql`insert into search (search, rank) values (${name}, ${sql.lit(value)})`.execute(db);
}

/** Continues PostgreSQL's sequences after the given ids. */
async function keepIds(trx: Trx) {
  if (!isShared(trx)) return;
  for (const table of [
    'users',
    'categories',
    'tags',
    'series',
    'articles',
    'comments',
    'says',
    'chatMessages',
  ] as const)
    await sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    );
}
