import { type Kysely, sql } from 'kysely';

/** Index of what the back office's list of articles filters, counts and orders by: in the rows it lies among long texts. */
export async function up(db: Kysely<never>) {
  await sql`create index "articlesForOffice" on articles ("removedAt", state, "authorId", "publishedAt", "updatedAt",
    "categoryId", "readType", views, comments, likes, id)`.execute(db);
}
