import { type Kysely, sql } from 'kysely';

/**
 * Adds what the ids of feed entries are made of: the site's address when it was first known, and the addresses under which
 * readers have seen what is published so far. Ids were the current addresses before, and changed with them.
 */
export async function up(db: Kysely<never>) {
  await db.schema
    .createTable('feedOrigin')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('feedPaths')
    .addColumn('articleId', 'integer', (column) => column.primaryKey().references('articles.id').onDelete('cascade'))
    .addColumn('path', 'text', (column) => column.notNull())
    .execute();
  const own = (await hasSlugs(db)) ? sql`coalesce(nullif(slug, ''), cast(id as text))` : sql`cast(id as text)`;
  await sql`insert into "feedPaths" ("articleId", path)
    select id, '/article/' || ${own} from articles where "publishedAt" is not null and kind = 'article'`.execute(db);
}

async function hasSlugs(db: Kysely<never>) {
  const { rows } = await sql<{ value: string }>`select value from settings where name = 'writing'`.execute(db);
  return JSON.parse(rows[0]?.value ?? '{}').slugs === true;
}
