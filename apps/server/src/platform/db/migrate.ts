import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from './dialect.ts';
import * as start from './migrations/001-start.ts';
import * as visitorSite from './migrations/002-visitor-site.ts';
import * as hot from './migrations/003-hot.ts';
import * as members from './migrations/004-members.ts';
import * as community from './migrations/005-community.ts';
import * as writing from './migrations/006-writing.ts';
import * as chat from './migrations/007-chat.ts';
import * as backups from './migrations/008-backups.ts';
import * as office from './migrations/009-office.ts';
import * as searchWords from './migrations/012-search-words.ts';
import * as accounts from './migrations/013-accounts.ts';
import * as privatePictures from './migrations/014-private-pictures.ts';
import * as features from './migrations/015-features.ts';
import * as sampleComments from './migrations/016-sample-comments.ts';
import * as editedComments from './migrations/017-edited-comments.ts';
import * as mutedMembers from './migrations/018-muted-members.ts';
import * as processes from './migrations/019-processes.ts';
import * as redirects from './migrations/020-redirects.ts';
import * as pages from './migrations/021-pages.ts';
import * as guests from './migrations/022-guests.ts';
import * as imports from './migrations/023-imports.ts';
import * as articleLists from './migrations/024-article-lists.ts';
import * as relatedAndSitemap from './migrations/025-related-and-sitemap.ts';
import * as chatBySender from './migrations/027-chat-by-sender.ts';
import * as oneImport from './migrations/028-one-import.ts';
import * as tagInCategory from './migrations/029-tag-in-category.ts';
import * as officeArticles from './migrations/030-office-articles.ts';
import * as followCounts from './migrations/031-follow-counts.ts';
import * as searchByRank from './migrations/032-search-by-rank.ts';
import * as officeCounts from './migrations/033-office-counts.ts';
import * as searchBlocks from './migrations/035-search-blocks.ts';
import * as newestOfLists from './migrations/036-newest-of-lists.ts';
import * as compressedHtml from './migrations/037-compressed-html.ts';
import * as unlistedArticles from './migrations/038-unlisted-articles.ts';
import * as seriesDatedOnceLocked from './migrations/039-series-dated-once-locked.ts';
import * as chatByTime from './migrations/040-chat-by-time.ts';
import * as hiddenComments from './migrations/041-hidden-comments.ts';
import * as heldChat from './migrations/042-held-chat.ts';
import * as kindsOfReports from './migrations/043-kinds-of-reports.ts';
import * as lettersThatLogIn from './migrations/045-mails-that-log-in.ts';
import * as stricterKeys from './migrations/045b-stricter-keys.ts';
import * as feedIds from './migrations/049-feed-ids.ts';
import * as takenDown from './migrations/050-taken-down.ts';
import * as themesKept from './migrations/051-theme-of-sites-in-use.ts';
import * as revisionsPrivate from './migrations/052-private-revisions.ts';
import * as searchByDate from './migrations/053-search-by-date.ts';
import type { Db } from './schema.ts';

type Step = { up: (db: Kysely<never>, dialect: Dialect) => Promise<void> };

/** Migrations in order, forward only. A released one never changes. */
const steps: Record<string, Step> = {
  '001-start': start,
  '002-visitor-site': visitorSite,
  '003-hot': hot,
  '004-members': members,
  '005-community': community,
  '006-writing': writing,
  '007-chat': chat,
  '008-backups': backups,
  '009-office': office,
  '012-search-words': searchWords,
  '013-accounts': accounts,
  '014-private-pictures': privatePictures,
  '015-features': features,
  '016-sample-comments': sampleComments,
  '017-edited-comments': editedComments,
  '018-muted-members': mutedMembers,
  '019-processes': processes,
  '020-redirects': redirects,
  '021-pages': pages,
  '022-guests': guests,
  '023-imports': imports,
  '024-article-lists': articleLists,
  '025-related-and-sitemap': relatedAndSitemap,
  '027-chat-by-sender': chatBySender,
  '028-one-import': oneImport,
  '029-tag-in-category': tagInCategory,
  '030-office-articles': officeArticles,
  '031-follow-counts': followCounts,
  '032-search-by-rank': searchByRank,
  '033-office-counts': officeCounts,
  '035-search-blocks': searchBlocks,
  '036-newest-of-lists': newestOfLists,
  '037-compressed-html': compressedHtml,
  '038-unlisted-articles': unlistedArticles,
  '039-series-dated-once-locked': seriesDatedOnceLocked,
  '040-chat-by-time': chatByTime,
  '041-hidden-comments': hiddenComments,
  '042-held-chat': heldChat,
  '043-kinds-of-reports': kindsOfReports,
  '045-mails-that-log-in': lettersThatLogIn,
  '045b-stricter-keys': stricterKeys,
  '049-feed-ids': feedIds,
  '050-taken-down': takenDown,
  '051-theme-of-sites-in-use': themesKept,
  '052-private-revisions': revisionsPrivate,
  '053-search-by-date': searchByDate,
};

/** The database was last used by a newer version of the program. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/** Names of the migrations this version knows, in order. */
export const knownSteps = Object.keys(steps);

/**
 * Migrates to the newest schema, or to an earlier step; on an error nothing has changed.
 * @throws NewerDatabase when it holds steps this version does not know
 */
export async function migrate(db: Db, dialect: Dialect, { to }: { to?: string | undefined } = {}) {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, { up }]) => [name, { up: (to) => up(to as Kysely<never>, dialect) }]),
  );
  const schema = await ownSchema(db, dialect);
  const done = await listDone(db, dialect, schema);
  refuseNewer(done);
  if (to === undefined && done.length === knownSteps.length) return;

  // ignores a copy of the site in another schema of the same database
  const where = schema === undefined ? {} : { migrationTableSchema: schema };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, ...where });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw error;
}

async function ownSchema(db: Db, dialect: Dialect) {
  if (dialect === 'sqlite') return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}

/** Migrations that this version would still run, and those of a newer one. Changes nothing. */
export async function readMigrations(db: Db, dialect: Dialect) {
  const done = await listDone(db, dialect, await ownSchema(db, dialect));
  return {
    pending: knownSteps.filter((name) => !done.includes(name)),
    unknown: done.filter((name) => !Object.hasOwn(steps, name)),
  };
}

function refuseNewer(done: string[]) {
  const unknown = done.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) throw new NewerDatabase(`数据库来自更新的版本（${unknown.join('、')}），请升级墨笺后再启动`);
}

/** Asks for the one table: Kysely's own way reads about every column of the database first. */
async function listDone(db: Db, dialect: Dialect, own: string | undefined) {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`.execute(db)
      : await sql`select 1 from pg_tables where schemaname = ${own} and tablename = 'kysely_migration'`.execute(db);
  if (rows.length === 0) return [];
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return done.map(({ name }) => name);
}
