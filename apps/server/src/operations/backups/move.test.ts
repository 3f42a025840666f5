import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { buildApp } from '../../app.ts';
import { createRedirects } from '../../content/redirects/redirects.ts';
import { Typeface } from '../../core/typeface/typeface.ts';
import { createVisits } from '../../core/visits/visits.ts';
import { readConfig } from '../../platform/config.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { Readiness } from '../../platform/http/health.ts';
import { WriteBarrier } from '../../platform/http/write-barrier.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { LogRing } from '../../platform/logs/log-ring.ts';
import { Metrics } from '../../platform/metrics/metrics.ts';
import { pushInProcess } from '../../platform/push/push.ts';
import { PageCache } from '../../platform/render/page-cache.ts';
import { createSearch } from '../../platform/search/search.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { EventBus } from '../../platform/stream/event-bus.ts';
import { fillFirstSite } from '../sample/fill.ts';
import { Updates } from '../system/updates.ts';
import { backUpInto } from './backups.ts';
import { openBackup } from './open-backup.ts';
import { restoreSite } from './restore.ts';

const siteUrl = 'https://mojian.example';
const built = existsSync(resolve(import.meta.dirname, '../../../web/build/.built'));

let folder: string;
let server: Awaited<ReturnType<typeof newDatabase>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mojian-move-'));
  server = await newDatabase();
});
afterEach(async () => {
  await server.remove();
  await rm(folder, { recursive: true, force: true });
});

const place = (name: string, databaseUrl = join(folder, `${name}.db`)) => {
  const dataDir = join(folder, name);
  return { databaseUrl, dataDir, storage: localStorage(join(dataDir, 'files')), siteUrl };
};

type Place = ReturnType<typeof place>;

async function start(at: Place) {
  const db = openDatabase(at.databaseUrl);
  const dialect = dialectOf(at.databaseUrl);
  await migrate(db, dialect);
  await fillFirstSite({ db, search: createSearch(dialect), config: { siteUrl, sampleContent: true } });
  await fillFully({ ...at, db, search: createSearch(dialect) });
  await db.destroy();
}

/** Pages sent to visitors at one moment, as they show the age of the site. */
async function pagesOf({ databaseUrl, dataDir, storage }: Place, paths: string[]) {
  const db = openDatabase(databaseUrl);
  const config = { ...readConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), databaseUrl };
  const cache = new PageCache({ maxBytes: 1e6, maxAge: 60_000 });
  const push = pushInProcess();
  const writeBarrier = new WriteBarrier();
  const deps = {
    push,
    search: createSearch(dialectOf(databaseUrl)),
    visits: createVisits({ db }),
    redirects: createRedirects({ db }),
    typeface: new Typeface(db),
    eventBus: new EventBus(push),
    running: {
      jobs: new Jobs({ db, jobs: [], onFailure: () => {} }),
      logs: new LogRing(),
      updates: new Updates(db),
      proxy: { isUnseen: false },
    },
    writeBarrier,
    readiness: new Readiness({ db, storage }),
    metrics: new Metrics(),
    replacing: { db, quiet: writeBarrier.runExclusive.bind(writeBarrier), onReplaced: async () => {} },
  };
  const app = await buildApp({ ...deps, config, db, storage, cache, dev: false });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 0, 1) });
  try {
    const pages: Record<string, string> = {};
    for (const path of paths) {
      const { statusCode, body } = await app.inject({ url: path, headers: { 'user-agent': '' } });
      expect(statusCode, path).toBe(200);
      pages[path] = body;
    }
    return pages;
  } finally {
    vi.useRealTimers();
    await app.close();
    await db.destroy();
  }
}

test.runIf(process.env.TEST_DATABASE && built)(
  'from SQLite to PostgreSQL and back: the same rows, sums, numbers and pages',
  { timeout: 300_000 },
  async () => {
    const [first, second, third] = [place('first'), place('second', server.url), place('third')];
    await start(first);
    const rows = await storedRows(first.databaseUrl);
    const paths = [
      '/',
      '/article/1',
      '/article/13',
      '/say',
      '/links',
      '/archive',
      '/rss.xml',
      '/feed.json',
      '/sitemap.xml',
    ];
    const pages = await pagesOf(first, paths);

    const sums = [];
    for (const [from, to] of [
      [first, second],
      [second, third],
    ] as const) {
      const path = join(folder, `${sums.length}.zip`);
      await backUpInto(from, path, () => {});
      await restoreSite(to, path);
      expect(await storedRows(to.databaseUrl)).toEqual(rows);
      const backup = await openBackup(path);
      backup.close();
      sums.push(backup.manifest.tables.map(({ name, rows: count, sha256, lastId }) => [name, count, sha256, lastId]));
      expect(await pagesOf(to, paths)).toEqual(pages);
    }
    expect(sums[1]).toEqual(sums[0]);
  },
);
