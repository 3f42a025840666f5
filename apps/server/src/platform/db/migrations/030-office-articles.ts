import { type Kysely, sql } from 'kysely';

/**
 * Index of what the back office's list of articles filters, counts and orders by: in the rows it lies among long texts. It
 * begins with a column that no other query asks for, which SQLite would answer from here instead of a better index.
 */
export async function up(db: Kysely<never>) {
  await sql`create index "articlesForOffice" on articles ("updatedAt", "publishedAt", "removedAt", state, "authorId",
    "categoryId", "readType", views, comments, likes, id)`.execute(db);
}
