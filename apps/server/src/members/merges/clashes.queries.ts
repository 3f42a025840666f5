import { sql } from 'kysely';
import type { Trx } from '../../platform/db/schema.ts';
import type { Pair } from './moves.queries.ts';

/** What both liked counts once from now on. */
export async function uncountLikes(trx: Trx, { from, into }: Pair) {
  for (const [kind, table] of [
    ['article', 'articles'],
    ['say', 'says'],
    ['comment', 'comments'],
  ] as const)
    await sql`update ${sql.table(table)} set likes = likes - 1 where id in (
      select mine."targetId" from likes as mine join likes as kept
        on kept.kind = mine.kind and kept."targetId" = mine."targetId"
      where mine.kind = ${kind} and mine."userId" = ${from} and kept."userId" = ${into})`.execute(trx);
}

export async function uncountCollects(trx: Trx, { from, into }: Pair) {
  await sql`update articles set collects = collects - 1 where id in (
    select mine."articleId" from collects as mine join collects as kept on kept."articleId" = mine."articleId"
    where mine."userId" = ${from} and kept."userId" = ${into})`.execute(trx);
}

/** Browsers name what they send; two accounts may have used one name. */
export async function parseKeys(trx: Trx, { from, into }: Pair) {
  for (const table of ['comments', 'says'] as const)
    await sql`update ${sql.table(table)} set "sendKey" = null where "authorId" = ${from}
      and "sendKey" in (select "sendKey" from ${sql.table(table)} where "authorId" = ${into})`.execute(trx);
  await sql`update articles set "draftKey" = null where "authorId" = ${from}
    and "draftKey" in (select "draftKey" from articles where "authorId" = ${into})`.execute(trx);
  await sql`update "chatMessages" set "sendKey" = "sendKey" || ':' || id where "senderId" = ${from}
    and "sendKey" in (select "sendKey" from "chatMessages" where "senderId" = ${into})`.execute(trx);
  await sql`update series set name = name || '（' || id || '）' where "authorId" = ${from}
    and name in (select name from series where "authorId" = ${into})`.execute(trx);
}

/** What opened an article for one of them opens it for both. */
export async function moveUnlocks(trx: Trx, { from, into }: Pair) {
  const [mine, kept] = [`user:${from}`, `user:${into}`];
  await sql`delete from unlocks where reader = ${mine}
    and "articleId" in (select "articleId" from unlocks where reader = ${kept})`.execute(trx);
  await trx.updateTable('unlocks').set({ reader: kept }).where('reader', '=', mine).execute();
}

/** Of one thing a member has one unread notice. */
export async function dropDoubleNotices(trx: Trx, { from, into }: Pair) {
  await sql`delete from notices where "userId" = ${from} and "readAt" is null and kind <> 0
    and exists (select 1 from notices as kept where kept."userId" = ${into} and kept."readAt" is null
      and kept.kind = notices.kind and kept.subject = notices.subject)`.execute(trx);
}

/** Notices in which the two accounts become one, or somebody stands who is moved: their counts are made anew. */
export async function listTold(trx: Trx, { from, into }: Pair) {
  const { rows } = await sql<{ id: number }>`select distinct notices.id from notices
    join "noticeActors" on "noticeActors"."noticeId" = notices.id
    where "noticeActors"."actorId" = ${from} or ("noticeActors"."actorId" = ${into} and notices."userId" = ${from})`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Nobody is told of what they did themselves; of what both did others are told once. */
export async function recountNotices(trx: Trx, into: number, ids: number[]) {
  for (let at = 0; at < ids.length; at += 500) {
    const some = sql.join(ids.slice(at, at + 500));
    await sql`delete from notices where id in (${some}) and "userId" = ${into} and not exists (select 1
      from "noticeActors" where "noticeId" = notices.id and "actorId" <> ${into})`.execute(trx);
    await sql`delete from "noticeActors" where "noticeId" in (${some}) and "actorId" = ${into}
      and "noticeId" in (select id from notices where "userId" = ${into})`.execute(trx);
    await sql`update notices set count = (select count(*) from "noticeActors" where "noticeId" = notices.id)
      where id in (${some})`.execute(trx);
  }
}
