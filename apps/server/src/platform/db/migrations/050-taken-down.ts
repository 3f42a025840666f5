import { type Kysely, sql } from 'kysely';
import { type Dialect, identity } from '../dialect.ts';

/** Adds what was taken down with its author, and reads per article and month, which stay when days are dropped. */
export async function up(db: Kysely<never>, dialect: Dialect) {
  await db.schema
    .createTable('takenDown')
    .addColumn('id', 'integer', identity(dialect))
    .addColumn('userId', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('rowId', 'integer', (c) => c.notNull())
    .addColumn('was', 'text', (c) => c.notNull())
    .addColumn('takenAt', 'bigint', (c) => c.notNull())
    .addColumn('purgeAt', 'bigint')
    .addUniqueConstraint('takenDownOnce', ['kind', 'rowId'])
    .execute();
  await db.schema.createIndex('takenDownByUser').on('takenDown').column('userId').execute();

  await db.schema
    .createTable('articleMonths')
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('articleId', 'integer', (c) => c.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('reads', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('articleMonthsKey', ['month', 'articleId'])
    .execute();
  await db.schema.createIndex('articleMonthsByArticle').on('articleMonths').columns(['articleId', 'month']).execute();
  await db.schema.createIndex('articleDaysByArticle').on('articleDays').columns(['articleId', 'day']).execute();
  await sql`insert into "articleMonths" (month, "articleId", reads)
    select substr(day, 1, 7), "articleId", sum(reads) from "articleDays" group by substr(day, 1, 7), "articleId"`.execute(
    db,
  );
}
