import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialectOf } from '../../apps/server/src/platform/db/dialect.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { command, newDatabase } from '../../apps/server/test/database.ts';
import { apiOf } from '../../e2e/api.ts';
import { startSite } from '../../e2e/site.ts';
import { fill, type Size } from './fill.ts';

export type GrownSite = Awaited<ReturnType<typeof startGrown>>;

/**
 * Starts the program on a database of one size: a SQLite file, or a PostgreSQL database on the server of TEST_DATABASE.
 */
export async function startGrown(size: Size) {
  const dataDir = mkdtempSync(join(tmpdir(), 'mojian-growth-'));
  const place = process.env.TEST_DATABASE ? await newDatabase() : undefined;
  const database = place?.url ?? join(dataDir, 'mojian.db');
  const db = openDatabase(database);
  await migrate(db, dialectOf(database));
  const filled = await fill(db, size);
  // as autovacuum would have done by then
  if (place) await command(place.url, 'vacuum analyze');
  const postgres = place && { DATABASE_URL: place.url };
  const site = await startSite({ DATA_DIR: dataDir, SAMPLE_CONTENT: '0', TRUST_PROXY: '1', ...postgres });
  let calls = 0;

  return {
    ...filled,
    db,
    url: site.url,
    /** Client with this token, using a new address per call. */
    as(token?: string) {
      calls += 1;
      return apiOf(site, { token, address: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}` });
    },
    async remove() {
      await site.remove();
      await db.destroy();
      await place?.remove();
    },
  };
}
