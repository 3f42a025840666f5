import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from './dialect.ts';
import * as start from './migrations/001-start.ts';
import * as visitorSite from './migrations/002-visitor-site.ts';
import * as hot from './migrations/003-hot.ts';
import * as members from './migrations/004-members.ts';
import * as community from './migrations/005-community.ts';
import * as writing from './migrations/006-writing.ts';
import * as chat from './migrations/007-chat.ts';
import * as office from './migrations/009-office.ts';
import type { Db } from './schema.ts';

type Step = { up: (db: Kysely<never>, dialect: Dialect) => Promise<void> };

/** In order, forward only. Once released a step is never changed. */
const steps: Record<string, Step> = {
  '001-start': start,
  '002-visitor-site': visitorSite,
  '003-hot': hot,
  '004-members': members,
  '005-community': community,
  '006-writing': writing,
  '007-chat': chat,
  '009-office': office,
};

/** The database was last used by a newer version of the program. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase';
}

/**
 * Brings the database up to the newest schema, or throws and leaves it as it was.
 * @throws NewerDatabase when it holds steps this version does not know.
 */
export async function migrate(db: Db, dialect: Dialect) {
  const migrations: Record<string, Migration> = Object.fromEntries(
    Object.entries(steps).map(([name, { up }]) => [name, { up: (to) => up(to as Kysely<never>, dialect) }]),
  );
  await refuseNewer(db);

  const { error } = await new Migrator({ db, provider: { getMigrations: async () => migrations } }).migrateToLatest();
  if (error) throw error;
}

async function refuseNewer(db: Db) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;

  const known = await (db as unknown as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const unknown = known.filter(({ name }) => !Object.hasOwn(steps, name));
  if (unknown.length > 0)
    throw new NewerDatabase(
      `数据库来自更新的版本（${unknown.map(({ name }) => name).join('、')}），请升级墨笺后再启动`,
    );
}
