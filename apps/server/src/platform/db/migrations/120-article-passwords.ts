import { type Kysely, sql } from 'kysely';

/** Passwords that open articles. Their `readType` stays one of those that `articles` admits: `chosenReadType` of conditions.ts. */
export async function up(db: Kysely<never>) {
  await sql`create table "articlePasswords" ("articleId" integer not null primary key references articles (id)
    on delete cascade, hash text not null, hint text not null default '')`.execute(db);
}
