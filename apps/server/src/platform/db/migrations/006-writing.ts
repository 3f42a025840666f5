import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

type Column = ColumnDefinitionBuilder;
const must = (column: Column) => column.notNull();
const zero = (column: Column) => column.notNull().defaultTo(0);
const one = (column: Column) => column.notNull().defaultTo(1);
const half = (column: Column) => column.notNull().defaultTo(50);
const empty = (column: Column) => column.notNull().defaultTo('');
const article = (column: Column) => column.notNull().references('articles.id').onDelete('cascade');
const user = (column: Column) => column.notNull().references('users.id').onDelete('cascade');

export async function up(db: Kysely<never>, dialect: Dialect) {
  await series(db, dialect);
  await articles(db, dialect);
  await drafts(db);
  await revisions(db, dialect);
  await shares(db, dialect);
}

async function series(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('series')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('authorId', 'integer', user)
    .addColumn('name', 'text', must)
    .addColumn('intro', 'text', empty)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('updatedAt', 'bigint', must)
    .addUniqueConstraint('seriesOnce', ['authorId', 'name'])
    .execute();
}

async function articles(db: Kysely<never>, dialect: Dialect) {
  const add = (name: string, type: 'integer' | 'bigint' | 'text', build: (column: Column) => Column = (c) => c) =>
    db.schema.alterTable('articles').addColumn(name, type, build).execute();
  await add('version', 'integer', one);
  await add('coverNumber', 'integer');
  await add('focusX', 'integer', half);
  await add('focusY', 'integer', half);
  await add('slug', 'text');
  await add('description', 'text', empty);
  await add('sourceAuthor', 'text', empty);
  await add('seriesId', 'integer', (c) => c.references('series.id').onDelete('set null'));
  await add('seriesPosition', 'integer', zero);
  await add('announcedAt', 'bigint');
  await add('draftKey', 'text');
  await add('summaryMade', 'integer', zero);
  await add('removedBy', 'integer', (c) => c.references('users.id').onDelete('set null'));
  await sql`update articles set "announcedAt" = "publishedAt" where state = 'published'`.execute(db);
  if (dialect === 'sqlite') await putTextsLast(db);

  await sql`create unique index "articlesBySlug" on articles (slug) where slug is not null`.execute(db);
  await sql`create unique index "articlesByDraftKey" on articles ("authorId", "draftKey")
    where "draftKey" is not null`.execute(db);
  await sql`create index "articlesBySeries" on articles ("seriesId", "seriesPosition", id)
    where "seriesId" is not null`.execute(db);
  await sql`create index "articlesScheduled" on articles ("publishedAt") where state = 'scheduled'`.execute(db);
  await sql`create index "articlesRemoved" on articles ("removedAt") where "removedAt" is not null`.execute(db);
}

/** Moves long texts to the end of the row: SQLite reads through all columns before the one it needs. */
async function putTextsLast(db: Kysely<never>) {
  for (const name of ['markdown', 'html', 'openingHtml', 'headings', 'openingHeadings']) {
    const text = sql.ref(name);
    const moved = sql.ref(`${name}Moved`);
    await sql`alter table articles add column ${moved} text not null default ''`.execute(db);
    await sql`update articles set ${moved} = ${text}`.execute(db);
    await sql`alter table articles drop column ${text}`.execute(db);
    await sql`alter table articles rename column ${moved} to ${text}`.execute(db);
  }
}

async function drafts(db: Kysely<never>) {
  await db.schema
    .createTable('drafts')
    .addColumn('articleId', 'integer', (c) => article(c).primaryKey())
    .addColumn('title', 'text', must)
    .addColumn('words', 'integer', zero)
    .addColumn('savedAt', 'bigint', must)
    .addColumn('submittedAt', 'bigint')
    .addColumn('refusal', 'text', empty)
    .addColumn('content', 'text', must)
    .execute();
  await sql`create index "draftsSubmitted" on drafts ("submittedAt") where "submittedAt" is not null`.execute(db);
}

async function revisions(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('revisions')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('articleId', 'integer', article)
    .addColumn('userId', 'integer', user)
    .addColumn('reason', 'text', must)
    .addColumn('title', 'text', must)
    .addColumn('words', 'integer', zero)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('content', 'text', must)
    .execute();
  await sql`create index "revisionsNew" on revisions ("articleId", "createdAt" desc, id desc)`.execute(db);
}

async function shares(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('shares')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('articleId', 'integer', article)
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('views', 'integer', zero)
    .addColumn('createdAt', 'bigint', must)
    .addColumn('expiresAt', 'bigint', must)
    .execute();
  await sql`create index "sharesByArticle" on shares ("articleId")`.execute(db);
}
