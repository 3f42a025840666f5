import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from './dialect.ts';
import * as start from './migrations/100-start.ts';
import * as homePictures from './migrations/101-home-pictures.ts';
import * as covers from './migrations/102-covers.ts';
import * as largeCharacters from './migrations/103-large-characters.ts';
import * as articlePhotographs from './migrations/104-article-photographs.ts';
import * as highlights from './migrations/105-highlights.ts';
import * as saySeals from './migrations/108-say-seals.ts';
import * as sayMonths from './migrations/109-say-months.ts';
import * as memberActivity from './migrations/110-member-activity.ts';
import * as searchOfAllKinds from './migrations/112-search-of-all-kinds.ts';
import * as searches from './migrations/113-searches.ts';
import * as albums from './migrations/114-albums.ts';
import * as guestComments from './migrations/115-guest-comments.ts';
import * as alerts from './migrations/118-alerts.ts';
import * as articlePasswords from './migrations/120-article-passwords.ts';
import * as neighbours from './migrations/123-neighbours.ts';
import * as followerMails from './migrations/124-follower-mails.ts';
import * as aiContent from './migrations/126-ai-content.ts';
import * as passkeyReminders from './migrations/127-passkey-reminders.ts';
import * as stickers from './migrations/128-stickers.ts';
import * as cameraNotes from './migrations/129-camera-notes.ts';
import * as attachments from './migrations/130-attachments.ts';
import * as accessKeys from './migrations/134-access-keys.ts';
import * as wechatWritings from './migrations/135-wechat-writings.ts';
import * as backupRemotes from './migrations/138-backup-remotes.ts';
import * as fileDetails from './migrations/147-file-details.ts';
import * as revisionKeys from './migrations/148-revision-keys.ts';
import * as sayWeather from './migrations/149-say-weather.ts';
import { isFormer, isKnownFormer, upgradeFormer } from './migrations/former.ts';
import type { Db } from './schema.ts';

type Step = { up: (db: Kysely<never>, dialect: Dialect) => Promise<void> };

/** Migrations in order, forward only. A released one never changes. */
const steps: Record<string, Step> = {
  '100-start': start,
  '101-home-pictures': homePictures,
  '102-covers': covers,
  '103-large-characters': largeCharacters,
  '104-article-photographs': articlePhotographs,
  '105-highlights': highlights,
  '108-say-seals': saySeals,
  '109-say-months': sayMonths,
  '110-member-activity': memberActivity,
  '112-search-of-all-kinds': searchOfAllKinds,
  '113-searches': searches,
  '114-albums': albums,
  '115-guest-comments': guestComments,
  '118-alerts': alerts,
  '120-article-passwords': articlePasswords,
  '123-neighbours': neighbours,
  '124-follower-mails': followerMails,
  '126-ai-content': aiContent,
  '127-passkey-reminders': passkeyReminders,
  '128-stickers': stickers,
  '129-camera-notes': cameraNotes,
  '130-attachments': attachments,
  '134-access-keys': accessKeys,
  '135-wechat-writings': wechatWritings,
  '138-backup-remotes': backupRemotes,
  '147-file-details': fileDetails,
  '148-revision-keys': revisionKeys,
  '149-say-weather': sayWeather,
};

const firstStep = '100-start';

/** The database was last used by a newer version of the program. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/** Names of the migrations this version knows, in order. */
export const knownSteps = Object.keys(steps);

/**
 * Steps that neither this version nor one it can upgrade leaves: those of a newer one, or all of a development version
 * whose order is not that of any.
 */
export function unknownSteps(done: string[]) {
  if (isFormer(done)) return isKnownFormer(done) ? [] : done;
  return done.filter((name) => !Object.hasOwn(steps, name));
}

/**
 * Migrates to the newest schema, or to an earlier step; on an error nothing has changed. A database from before 1.0 is
 * brought to its first step, after which its list of steps is that of a new one.
 * @throws NewerDatabase when it holds steps this version does not know
 */
export async function migrate(db: Db, dialect: Dialect, { to }: { to?: string | undefined } = {}) {
  const schema = await ownSchema(db, dialect);
  const done = await listDone(db, dialect, schema);
  refuseNewer(done);
  if (to === undefined && done.length === knownSteps.length && !isFormer(done)) return;

  const migrations = isFormer(done) ? { ...own(dialect), ...former(dialect, done) } : own(dialect);
  // ignores a copy of the site in another schema of the same database
  const where = schema === undefined ? {} : { migrationTableSchema: schema };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations }, ...where });
  const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
  if (error) throw error;
}

function own(dialect: Dialect): Record<string, Migration> {
  const all = Object.entries(steps);
  return Object.fromEntries(all.map(([name, { up }]) => [name, { up: (db) => up(db as Kysely<never>, dialect) }]));
}
/** Steps from before 1.0 have been done; the first of 1.0 brings the database to its schema, and forgets them. */
function former(dialect: Dialect, done: string[]): Record<string, Migration> {
  const all = done.map((name) => [name, { up: async () => {} }]);
  const up = async (db: Kysely<unknown>) => {
    await upgradeFormer(db as never, dialect, done);
    await sql`delete from kysely_migration`.execute(db);
  };
  return { ...Object.fromEntries(all), [firstStep]: { up } };
}

async function ownSchema(db: Db, dialect: Dialect) {
  if (dialect === 'sqlite') return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? 'public';
}

/** The first step that makes all tables and columns of a database with these steps. */
export function firstStepWith(done: string[]) {
  return isFormer(done) ? firstStep : done.at(-1);
}

/** Brings rows that were loaded into a newer schema (`firstStepWith`) to what it expects; nothing since 1.0. */
export async function convertRows(db: Db, dialect: Dialect, done: string[]) {
  if (!isFormer(done)) return;
  await db.transaction().execute((trx) => upgradeFormer(trx as unknown as Kysely<never>, dialect, done));
}

/** Migrations that this version would still run, and those of a newer one. Changes nothing. */
export async function readMigrations(db: Db, dialect: Dialect) {
  const done = await listDone(db, dialect, await ownSchema(db, dialect));
  return {
    pending: knownSteps.filter((name) => !done.includes(name)),
    unknown: unknownSteps(done),
  };
}

function refuseNewer(done: string[]) {
  const unknown = unknownSteps(done);
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
    .orderBy('name')
    .execute();
  return done.map(({ name }) => name);
}
