import { type Kysely, sql } from 'kysely';

/** Has the keys of nicknames made anew at the next start, and the uses of pictures with the next file, by stricter rules. */
export async function up(db: Kysely<never>) {
  await sql`insert into "fileUsesDue" (place, "rowId") select distinct place, "rowId" from "fileUses" where true
    on conflict (place, "rowId") do nothing`.execute(db);
  await sql`update users set "nicknameKey" = null where "nicknameKey" is not null`.execute(db);
  await sql`update users set "guestKey" = 'former:' || "guestKey" where "guestKey" is not null`.execute(db);
}
