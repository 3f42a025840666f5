import { sql } from 'kysely';
import { shown } from '../../platform/db/conditions.ts';
import type { Trx } from '../../platform/db/schema.ts';

/** The public texts of `from` become `into`'s. */
export type Pair = { from: number; into: number };

/** Texts that name their author in `authorId`. */
const texts = ['articles', 'says', 'comments', 'boardMessages', 'series'] as const;

/** Columns that stay with the account that is closed; of a guest, who has no such rows, they are deleted with it. */
const staying = [
  'articles.removedBy',
  'auditLog.actorId',
  'blocks.blockedId',
  'blocks.userId',
  'broadcasts.actorId',
  'broadcasts.userId',
  'chatCalls.userId',
  'chatHidden.userId',
  'chatMessages.senderId',
  'collects.userId',
  'dataArchives.userId',
  'feedback.userId',
  'follows.followerId',
  'importRuns.userId',
  'invitations.creatorId',
  'likes.userId',
  'mailNotices.userId',
  'mailThreads.userId',
  'memberNotes.authorId',
  'memberNotes.userId',
  'noticeActors.actorId',
  'notices.userId',
  'passkeys.userId',
  'reports.reporterId',
  'roomMembers.userId',
  'rooms.askedBy',
  'sessions.userId',
  'signIns.userId',
  'socialLinks.userId',
  'tickets.userId',
  'takenDown.userId',
  'wechatCodes.userId',
];

/** All columns this module knows, for the test that none is forgotten. */
export const knownColumns = [
  ...texts.map((table) => `${table}.authorId`),
  'follows.followedId',
  'fileOwners.userId',
  'revisions.userId',
  ...staying,
];

/** SQL condition: everybody reads the whole article. */
const freeArticle = sql<boolean>`(${shown} and articles."readType" = 0)`;
const publicSay = sql<boolean>`(says."isPublic" = 1 and says.state = 'shown')`;

/** SQL conditions on what may change hands without its author's proof: nothing but what everybody reads already. */
const open = {
  articles: freeArticle,
  says: publicSay,
  boardMessages: sql<boolean>`"boardMessages".state = 'shown'`,
  comments: sql<boolean>`(comments.state = 'shown' and comments."removedAt" is null and (
    comments."articleId" in (select articles.id from articles where ${shown})
    or comments."sayId" in (select says.id from says where ${publicSay})))`,
  series: sql<boolean>`exists (select 1 from articles where articles."seriesId" = series.id and ${freeArticle})`,
};

/** Counts the texts of an account that are not public. */
export async function countHidden(trx: Trx, { from }: Pick<Pair, 'from'>) {
  const counts = texts.map(
    (table) =>
      sql`(select count(*) from ${sql.table(table)} where "authorId" = ${from} and not coalesce(${open[table]}, false))`,
  );
  const { rows } = await sql<{ total: number }>`select ${sql.join(counts, sql` + `)} as total`.execute(trx);
  return Number(rows[0]?.total);
}

/**
 * Moves what everybody reads, with the pictures it shows. Unpublished versions of moved articles are deleted, and their
 * share links with them. Articles are locked before series, as by whoever publishes one.
 */
export async function moveOpen(trx: Trx, pair: Pair) {
  const { from, into } = pair;
  await parseKeys(trx, pair);
  await shareFiles(trx, pair);
  const moved = sql`select id from articles where "authorId" = ${from} and ${freeArticle}`;
  for (const table of ['drafts', 'revisions', 'shares'] as const)
    await sql`delete from ${sql.table(table)} where "articleId" in (${moved})`.execute(trx);
  const series = await trx
    .selectFrom('series')
    .select('id')
    .where('authorId', '=', from)
    .where(open.series)
    .orderBy('id')
    .execute();
  for (const table of ['comments', 'boardMessages', 'articles', 'says'] as const)
    await sql`update ${sql.table(table)} set "authorId" = ${into}
      where "authorId" = ${from} and ${open[table]}`.execute(trx);
  await moveSeries(
    trx,
    pair,
    series.map(({ id }) => id),
  );
  await moveFans(trx, pair);
}

/** A series bears one author's name: articles that stay behind leave it. */
async function moveSeries(trx: Trx, { from, into }: Pair, ids: number[]) {
  if (ids.length === 0) return;
  await trx
    .updateTable('articles')
    .set({ seriesId: null })
    .where('authorId', '=', from)
    .where('seriesId', 'in', ids)
    .execute();
  await trx.updateTable('series').set({ authorId: into }).where('id', 'in', ids).execute();
}

/** Adds the second owner of pictures in moved texts: a picture is public only by a text of who uploaded it. */
async function shareFiles(trx: Trx, { from, into }: Pair) {
  const used = (['articles', 'says', 'comments'] as const).map(
    (table) => sql`(place = ${table} and "rowId" in (select id from ${sql.table(table)}
      where "authorId" = ${from} and ${open[table]}))`,
  );
  await sql`insert into "fileOwners" (key, "userId", "createdAt")
    select key, ${into}, "createdAt" from "fileOwners" where "userId" = ${from}
      and key in (select key from "fileUses" where ${sql.join(used, sql` or `)})
    on conflict do nothing`.execute(trx);
}

/** Moves followers, but those already following, and those whom a block keeps apart. */
async function moveFans(trx: Trx, { from, into }: Pair) {
  await sql`update follows set "followedId" = ${into} where "followedId" = ${from} and "followerId" <> ${into}
    and "followerId" not in (select "followerId" from follows where "followedId" = ${into})
    and "followerId" not in (select "blockedId" from blocks where "userId" = ${into})
    and "followerId" not in (select "userId" from blocks where "blockedId" = ${into})`.execute(trx);
}

/** Moves every text of a guest, whose proof or file the caller has, and deletes the guest. */
export async function moveGuest(trx: Trx, pair: Pair) {
  const { from, into } = pair;
  await parseKeys(trx, pair);
  for (const table of texts)
    await sql`update ${sql.table(table)} set "authorId" = ${into} where "authorId" = ${from}`.execute(trx);
  await trx.updateTable('revisions').set({ userId: into }).where('userId', '=', from).execute();
  await sql`insert into "fileOwners" (key, "userId", "createdAt") select key, ${into}, "createdAt" from "fileOwners"
    where "userId" = ${from} on conflict do nothing`.execute(trx);
  await trx.deleteFrom('users').where('id', '=', from).execute();
}

/** Resolves conflicts between keys and series names that both accounts used. */
async function parseKeys(trx: Trx, { from, into }: Pair) {
  for (const table of ['comments', 'says'] as const)
    await sql`update ${sql.table(table)} set "sendKey" = null where "authorId" = ${from}
      and "sendKey" in (select "sendKey" from ${sql.table(table)} where "authorId" = ${into})`.execute(trx);
  await sql`update articles set "draftKey" = null where "authorId" = ${from}
    and "draftKey" in (select "draftKey" from articles where "authorId" = ${into})`.execute(trx);
  await sql`update series set name = name || '\uFF08' || id || '\uFF09' where "authorId" = ${from}
    and name in (select name from series where "authorId" = ${into})`.execute(trx);
}

type Moves = Record<(typeof texts)[number] | 'fans' | 'renamed', number>;

/** Counts rows that a merge moves; of a guest all. */
export async function countMoves(trx: Trx, { from, into }: Pair, isGuest: boolean): Promise<Moves> {
  const all = texts.map(
    (table) => sql`(select count(*) from ${sql.table(table)} where "authorId" = ${from}
      and ${isGuest ? sql`1 = 1` : open[table]}) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(all)},
    (select count(*) from follows where "followedId" = ${from} and "followerId" <> ${into}) as fans,
    (select count(*) from series where "authorId" = ${from}
      and name in (select name from series where "authorId" = ${into})) as renamed`.execute(trx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, n]) => [name, Number(n)])) as Moves;
}
