import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const empty = (column: Column) => column.notNull().defaultTo('');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await people(db, dialect);
  await writing(db, dialect);
  await indexes(db);
  await community(db, dialect);
  await visits(db);
  await machinery(db, dialect);
  await (dialect === 'postgres' ? postgresSearch(db) : sqliteSearch(db));
}

const table = (db: Kysely<never>, dialect: Dialect, name: string) =>
  db.schema.createTable(name).addColumn('id', 'integer', identity(dialect));

async function people(db: Kysely<never>, dialect: Dialect) {
  await table(db, dialect, 'users')
    .addColumn('nickname', 'text', must)
    .addColumn('avatar', 'text', empty)
    .addColumn('email', 'text', (c) => c.unique())
    .addColumn('passwordHash', 'text')
    .addColumn('role', 'text', must)
    .addColumn('intro', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .execute();

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', must)
    .execute();
}

async function writing(db: Kysely<never>, dialect: Dialect) {
  await table(db, dialect, 'categories')
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('intro', 'text', empty)
    .addColumn('position', 'integer', zero)
    .execute();
  await table(db, dialect, 'tags')
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .execute();

  await articles(db, dialect);

  await db.schema
    .createTable('articleTags')
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('tagId', 'integer', (c) => c.notNull().references('tags.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('articleTagsKey', ['articleId', 'tagId'])
    .execute();

  await db.schema
    .createTable('movedPaths')
    .addColumn('path', 'text', (c) => c.primaryKey())
    .addColumn('target', 'text', must)
    .execute();
}

async function articles(db: Kysely<never>, dialect: Dialect) {
  await table(db, dialect, 'articles')
    .addColumn('authorId', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('categoryId', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('title', 'text', must)
    .addColumn('summary', 'text', must)
    .addColumn('cover', 'text', empty)
    .addColumn('hasDiagram', 'integer', zero)
    .addColumn('words', 'integer', must)
    .addColumn('keywords', 'text', empty)
    .addColumn('original', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('sourceUrl', 'text', empty)
    .addColumn('readType', 'integer', (c) => c.notNull().defaultTo(0).check(sql`"readType" between 0 and 4`))
    .addColumn('state', 'text', must)
    .addColumn('pinned', 'integer', zero)
    .addColumn('featured', 'integer', zero)
    .addColumn('recommended', 'integer', zero)
    .addColumn('views', 'integer', zero)
    .addColumn('likes', 'integer', zero)
    .addColumn('collects', 'integer', zero)
    .addColumn('comments', 'integer', zero)
    .addColumn('publishedAt', 'bigint')
    .addColumn('updatedAt', 'bigint', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('removedAt', 'bigint')
    .addColumn('importKey', 'text', (c) => c.unique())
    .addColumn('importHash', 'text')
    // The long texts come last: SQLite then reads what lists show without walking through them.
    .addColumn('markdown', 'text', must)
    .addColumn('html', 'text', must)
    .addColumn('openingHtml', 'text', must)
    .addColumn('headings', 'text', must)
    .addColumn('openingHeadings', 'text', must)
    .addCheckConstraint('publishedHasTime', sql`state <> 'published' or "publishedAt" is not null`)
    .execute();
}

/**
 * Rows visitors may list: published, not removed. Indexes for lists are limited to these, and counting queries repeat
 * the condition.
 */
async function indexes(db: Kysely<never>) {
  const listed = sql`where state = 'published' and "removedAt" is null`;
  const newest = sql`"publishedAt" desc, id desc`;
  const counted = sql`state, "removedAt"`;
  await sql`create index "articlesNew" on articles (pinned desc, ${newest}) ${listed}`.execute(db);
  await sql`create index "articlesHot" on articles (views desc, id desc) ${listed}`.execute(db);
  await sql`create index "articlesByTime" on articles (${newest}, words, ${counted}) ${listed}`.execute(db);
  await sql`create index "articlesByCategory" on articles ("categoryId", pinned desc, ${newest}, ${counted})
    ${listed}`.execute(db);
  await sql`create index "articlesFeatured" on articles (${newest}) ${listed} and featured = 1`.execute(db);
  await sql`create index "articlesRecommended" on articles (views desc, id desc)
    ${listed} and recommended = 1`.execute(db);
  await sql`create index "articlesByAuthor" on articles ("authorId", "publishedAt" desc)`.execute(db);
  await sql`create index "articleTagsByTag" on "articleTags" ("tagId", "articleId")`.execute(db);
}

async function community(db: Kysely<never>, dialect: Dialect) {
  await table(db, dialect, 'says')
    .addColumn('authorId', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', must)
    .addColumn('isPublic', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('createdAt', 'bigint', must)
    .execute();
  await sql`create index "saysNew" on says ("isPublic", "createdAt" desc)`.execute(db);

  await table(db, dialect, 'comments')
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('authorId', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('text', 'text', must)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('removedAt', 'bigint')
    .execute();
  await sql`create index "commentsNew" on comments ("createdAt" desc)`.execute(db);
  await sql`create index "commentsByArticle" on comments ("articleId", "createdAt" desc)`.execute(db);

  await table(db, dialect, 'links')
    .addColumn('groupName', 'text', must)
    .addColumn('name', 'text', must)
    .addColumn('url', 'text', (c) => c.notNull().unique())
    .addColumn('intro', 'text', empty)
    .addColumn('avatar', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .execute();

  await table(db, dialect, 'navigationGroups')
    .addColumn('name', 'text', must)
    .addColumn('position', 'integer', zero)
    .execute();
  await table(db, dialect, 'navigationSites')
    .addColumn('groupId', 'integer', (c) => c.notNull().references('navigationGroups.id').onDelete('cascade'))
    .addColumn('name', 'text', must)
    .addColumn('url', 'text', must)
    .addColumn('intro', 'text', empty)
    .addColumn('clicks', 'integer', zero)
    .execute();
}

async function visits(db: Kysely<never>) {
  await db.schema
    .createTable('visitDays')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('views', 'integer', zero)
    .addColumn('visitors', 'integer', zero)
    .execute();
  await db.schema
    .createTable('visitSalts')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('salt', 'text', must)
    .execute();
  await db.schema
    .createTable('visitMarks')
    .addColumn('day', 'text', must)
    .addColumn('visitor', 'text', must)
    .addPrimaryKeyConstraint('visitMarksKey', ['day', 'visitor'])
    .execute();
  await db.schema
    .createTable('readMarks')
    .addColumn('articleId', 'integer', must)
    .addColumn('visitor', 'text', must)
    .addColumn('readAt', 'bigint', must)
    .addPrimaryKeyConstraint('readMarksKey', ['articleId', 'visitor'])
    .execute();
  await sql`create index "readMarksOld" on "readMarks" ("readAt")`.execute(db);
}

async function machinery(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('files')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', must)
    .addColumn('width', 'integer', must)
    .addColumn('height', 'integer', must)
    .addColumn('bytes', 'integer', must)
    .addColumn('createdAt', 'bigint', must)
    .execute();

  await table(db, dialect, 'outbox')
    .addColumn('kind', 'text', must)
    .addColumn('payload', 'text', must)
    .addColumn('attempts', 'integer', zero)
    .addColumn('dueAt', 'bigint', must)
    .addColumn('failure', 'text')
    .execute();
  await sql`create index "outboxDue" on outbox ("dueAt")`.execute(db);

  await db.schema
    .createTable('sampleRows')
    .addColumn('kind', 'text', must)
    .addColumn('rowId', 'integer', must)
    .addColumn('fingerprint', 'text', must)
    .addPrimaryKeyConstraint('sampleRowsKey', ['kind', 'rowId'])
    .execute();
}

/** Empty index tables, filled with our own tokens by search/. */
async function sqliteSearch(db: Kysely<never>) {
  await sql`create virtual table search using fts5(title, summary, frequent, body, content='', contentless_delete=1,
    detail=column, tokenize='ascii')`.execute(db);
}

async function postgresSearch(db: Kysely<never>) {
  await sql`create table search (rowid integer primary key, words tsvector not null)`.execute(db);
  await sql`create index "searchWords" on search using gin (words) with (fastupdate = off)`.execute(db);
}
