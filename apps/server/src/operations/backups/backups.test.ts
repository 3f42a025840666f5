import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { generationOf } from '@mojian/contract/platform/feed-generation';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { expectRightLists } from '../../../test/article-lists.ts';
import { newDatabase } from '../../../test/database.ts';
import { fillFully } from '../../../test/full-site.ts';
import { testSite } from '../../../test/site.ts';
import { storedRows } from '../../../test/stored-rows.ts';
import { currentSeq } from '../../chat/messages/feed.ts';
import { countContents } from '../../content/articles/archive.ts';
import { forgetSettings, readSettings, saveSettings } from '../../core/settings/settings.ts';
import { codeMail, passwordChangedMail, resetLinkMail } from '../../members/accounts/account-mails.ts';
import { openSnapshot } from '../../platform/db/copies/copies.ts';
import { dialectOf } from '../../platform/db/dialect.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { enqueueMail } from '../../platform/mail/mails.ts';
import { pushByPostgres } from '../../platform/push/push.ts';
import { createSearch } from '../../platform/search/search.ts';
import { localStorage } from '../../platform/storage/local-storage.ts';
import { leftOut } from './backup-files.ts';
import { backupHealth, createBackup, listBackups, openBackupFile, receivePiece, removeBackup } from './backups.ts';
import { proveBackup } from './check-backup.ts';
import { openBackup } from './open-backup.ts';
import { restoreSite } from './restore.ts';
import { backUpOnSchedule, backupProcess } from './schedule.ts';

/** Whole databases are made and filled: on a busy machine that takes its time. */
const slow = { timeout: 300_000 };

let site: Awaited<ReturnType<typeof testSite>>;
let dataDir: string;
let other: Awaited<ReturnType<typeof emptyPlace>>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mojian-backups-'));
  site = await testSite({ files: join(dataDir, 'files') }); // read by another process
  other = await emptyPlace();
});
afterEach(async () => {
  await site.close();
  await other.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** A place without a site, of the same kind of database. */
async function emptyPlace() {
  const { url, remove } = await newDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'mojian-elsewhere-'));
  const deps = {
    databaseUrl: url,
    dataDir: folder,
    storage: localStorage(join(folder, 'files')),
    siteUrl: 'https://b',
  };
  return { ...deps, remove: () => Promise.all([remove(), rm(folder, { recursive: true, force: true })]) };
}

const deps = () => ({ ...site, databaseUrl: site.url, dataDir });
const backUp = async () => join(dataDir, 'backups', (await createBackup(deps())).name);

async function look<Result>(url: string, use: (db: ReturnType<typeof openDatabase>) => Promise<Result>) {
  const db = openDatabase(url);
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

/** Indexes of words, which differ between the databases. */
const indexes = ['search', 'searchPlaces', 'lines', 'writings', 'writingPlaces'];

test('every table of the schema is in a backup, or named as left out', async () => {
  const backup = await openBackup(await backUp());
  backup.close();
  const snapshot = await openSnapshot(site.url);
  await snapshot.close();
  const tables = new Set([...snapshot.tables.map(({ name }) => name), ...indexes]);
  const saved = backup.manifest.tables.map(({ name }) => name);
  expect(new Set([...saved, ...Object.keys(leftOut)])).toEqual(tables);
  expect(saved.filter((name) => name in leftOut)).toEqual([]);
});

test('login codes and links are in no backup, whether queued or stored as mail', async () => {
  const secret = 'https://mojian.example/reset#aTicketNobodyElseHas';
  await site.db.deleteFrom('outbox').execute();
  await site.db.transaction().execute(async (trx) => {
    await enqueueMail(trx, codeMail('lin@example.com', '918273', Date.now() + 60_000));
    await enqueueMail(trx, resetLinkMail('lin@example.com', '小林', secret, Date.now() + 60_000));
    await enqueueMail(trx, passwordChangedMail('lin@example.com', '小林'));
  });
  const mail = { recipient: 'lin@example.com', subject: '重设你的密码', text: secret, html: secret, createdAt: 1 };
  await site.db.insertInto('keptMails').values(mail).execute();
  const path = await backUp();
  const backup = await openBackup(path);
  const stored: unknown[] = [];
  for (const table of backup.manifest.tables) for await (const rows of backup.rows(table)) stored.push(...rows);
  backup.close();
  expect(JSON.stringify(stored)).not.toMatch(/918273|aTicketNobodyElseHas/);

  await restoreSite(other, path);
  const mails = await look(other.databaseUrl, (db) => db.selectFrom('outbox').select('payload').execute());
  expect(mails.map(({ payload }) => JSON.parse(payload).subject)).toEqual(['你的密码改过了']);
});

test('restored into an empty place, all rows, pictures and numbers are the same', slow, async () => {
  const { picture } = await fillFully(site);
  await site.as(site.lin).chat.send({ body: { roomId: 1, text: '芒种煮梅', key: 'once' } });
  const path = await backUp();
  const before = await storedRows(site.url);
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  await expect(restoreSite(other, path)).resolves.toMatchObject({ safety: undefined });
  expect(await storedRows(other.databaseUrl)).toEqual(before);
  for (const { key, bytes } of [picture, ...picture.sizes])
    expect(Buffer.from((await other.storage.get(key)) ?? []).equals(Buffer.from(bytes)), key).toBe(true);

  await look(other.databaseUrl, async (db) => {
    const search = createSearch(dialectOf(other.databaseUrl));
    expect((await search.find(db, '山茱萸', { limit: 9, offset: 0 })).total).toBe(1);
    expect(await search.lines.find(db, { keyword: '煮梅', scopes: [1], limit: 9 })).toHaveLength(1);
    // the numbers of removed rows are not handed out again, and the database goes on counting
    const [counted] = await db.selectFrom('counts').selectAll().execute();
    const message = { authorId: null, nickname: '客', text: '又来', createdAt: 1 };
    const { id } = await db.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
    expect(id).toBe((before.boardMessages?.lastId ?? 0) + 1);
    expect(await db.selectFrom('counts').select('count').execute()).toEqual([{ count: Number(counted?.count) + 1 }]);
    await expect(db.insertInto('articleTags').values({ articleId: 987, tagId: 1 }).execute()).rejects.toThrow();
    await expectRightLists(db);
    await db.updateTable('articles').set({ pinned: 1, words: 3 }).execute();
    await expectRightLists(db);
    expect((await countContents(db)).articles).toBeGreaterThan(0);
  });
});

test('a restore replaces all there was, and keeps it as a backup', slow, async () => {
  const path = await backUp();
  const empty = await storedRows(site.url);
  await restoreSite(other, path);
  const full = await look(other.databaseUrl, (db) => fillFully({ ...other, db, search: site.search }, 100));
  const before = await storedRows(other.databaseUrl);

  const { safety } = await restoreSite(other, path);
  expect(await storedRows(other.databaseUrl)).toEqual(empty);
  expect(await other.storage.has(full.picture.key)).toBe(false);
  await look(other.databaseUrl, async (db) => {
    expect(await listBackups({ ...other, db })).toMatchObject([{ name: safety, reason: 'restore' }]);
  });

  const chatSeq = () => look(other.databaseUrl, currentSeq);
  const former = await chatSeq();
  await restoreSite(other, join(other.dataDir, 'backups', safety ?? ''));
  expect(generationOf(await chatSeq())).toBe(generationOf(former) + 1);
  expect(await storedRows(other.databaseUrl)).toEqual(before);
  expect(await other.storage.has(full.picture.key)).toBe(true);
});

test('concurrent writes are in the backup wholly or not at all', slow, async () => {
  await fillFully(site, 500);
  const started = Promise.withResolvers<void>();
  const onProgress = () => started.resolve();
  const backingUp = createBackup(deps(), onProgress);
  await started.promise;
  const write = (n: number) =>
    site.db.transaction().execute(async (trx) => {
      const message = { authorId: null, nickname: `新${n}`, text: '写着', createdAt: n };
      const { id } = await trx.insertInto('boardMessages').values(message).returning('id').executeTakeFirstOrThrow();
      const report = {
        kind: 'board' as const,
        messageId: id,
        reporterId: site.lin.id,
        reason: '边写边备',
        createdAt: n,
      };
      await trx
        .insertInto('reports')
        .values({ ...report, commentId: null, sayId: null, settledAt: null })
        .execute();
    });
  const writer = async (first: number) => {
    for (let n = first; n < 200; n += 5) await write(n);
  };
  await Promise.all([0, 1, 2, 3, 4].map(writer));
  const { name } = await backingUp;

  const path = join(dataDir, 'backups', name);
  await proveBackup(path, () => {});
  await restoreSite(other, path);
  await look(other.databaseUrl, async (db) => {
    const of = (table: 'boardMessages' | 'reports') =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$if(table === 'boardMessages', (rows) => rows.where('nickname' as never, 'like', '新%' as never))
        .executeTakeFirstOrThrow();
    expect(await of('boardMessages')).toEqual(await of('reports'));
    const shown = await db.selectFrom('boardMessages').select('id').where('state', '=', 'shown').execute();
    expect(await db.selectFrom('counts').select('count').execute()).toEqual([{ count: shown.length }]);
  });
  expect((await site.db.selectFrom('reports').select('id').execute()).length).toBe(200);
});

test('a running site is distinguished from a stopped one', slow, async () => {
  const path = await backUp();
  await restoreSite(other, path);
  const push = site.dialect === 'postgres' ? await pushByPostgres(other.databaseUrl, () => {}) : undefined;
  const db = openDatabase(other.databaseUrl);
  await db.selectFrom('users').select('id').execute();
  await expect(restoreSite(other, path)).rejects.toMatchObject({ id: 'already-done' });
  expect(await readdir(join(other.dataDir, 'backups'))).toEqual(['.lock']);
  await push?.close();
  await db.destroy();
  await expect(restoreSite(other, path)).resolves.toBeDefined();
});

test('a running site restores itself: its connections go on with the new data', slow, async () => {
  const id = await site.writes({ title: '留下' });
  const path = await backUp();
  const next = await site.writes({ title: '之后' });
  let quiet = 0;
  let replaced = 0;
  const replacing = {
    db: site.db,
    quiet: async <Result>(work: () => Promise<Result>) => {
      quiet += 1;
      return work();
    },
    onReplaced: async () => void replaced++,
  };
  const reads = { stop: false, failed: [] as unknown[] };
  const readOn = async () => {
    while (!reads.stop) {
      const read = site.as(null).articles.info({ query: { id } });
      await read.catch((failure) => reads.failed.push(failure));
      await setImmediate();
    }
  };
  const reading = Promise.all([readOn(), readOn(), readOn(), readOn()]);
  const { safety } = await restoreSite({ ...deps(), replacing }, path);
  reads.stop = true;
  await reading;
  expect(reads.failed).toEqual([]);
  expect([quiet, replaced]).toEqual([1, 1]);
  await expect(site.as(null).articles.info({ query: { id } })).resolves.toMatchObject({ title: '留下' });
  await expect(site.as(null).articles.info({ query: { id: next } })).rejects.toMatchObject({ id: 'not-found' });
  expect((await listBackups(deps())).map(({ reason }) => reason).sort()).toEqual(['manual', 'restore']);
  expect(safety).toBeDefined();
  expect(await site.writes({ title: '再写' })).toBeGreaterThan(id);
});

test('a concurrent second backup is refused, and the first continues', async () => {
  const both = await Promise.allSettled([createBackup(deps()), createBackup(deps())]);
  const [done, refused] = both.sort((a) => (a.status === 'fulfilled' ? -1 : 1));
  expect(done).toMatchObject({ value: { failure: '' } });
  expect(refused).toMatchObject({ reason: { id: 'already-done', message: '正在备份、恢复或导入，请等待完成' } });
  expect(await listBackups(deps())).toHaveLength(1);
});

test('a missing picture does not prevent the backup of the others', async () => {
  const { picture } = await fillFully(site, 100);
  await site.storage.remove(picture.key);
  const { files, missing } = await createBackup(deps());
  expect([files, missing]).toEqual([picture.sizes.length, 1]);
});

test('a backup is downloaded in parts and deleted with its record', async () => {
  const { name, bytes } = await createBackup(deps());
  const { size, stream } = await openBackupFile(dataDir, name);
  expect((await stream.toArray()).reduce((sum, piece: Buffer) => sum + piece.length, 0)).toBe(bytes);
  expect(size).toBe(bytes);
  for (const wrong of ['../mojian.db', 'mojian-1.zip', '.lock', 'mojian-../x.zip'])
    await expect(openBackupFile(dataDir, wrong)).rejects.toMatchObject({ id: 'not-found' });
  await removeBackup(deps(), site.owner, name);
  expect(await listBackups(deps())).toEqual([]);
  expect(await site.db.selectFrom('backups').select('id').execute()).toEqual([]);
});

const hour = 3_600_000;

test('scheduled backups are verified, the oldest deleted, and a failure is reported once', slow, async () => {
  let now = Date.now() + 2 * hour;
  const goingOn = new AbortController().signal;
  const run = () => backUpOnSchedule({ ...deps(), now: () => now }, goingOn);
  const records = () => site.db.selectFrom('backups').selectAll().orderBy('id').execute();
  await backUpOnSchedule({ ...deps(), now: () => performance.timeOrigin + 60_000 }, goingOn);
  expect(await records()).toEqual([]); // a new site is left alone at first

  expect((await readSettings(site.db)).backup).toEqual({ every: 'day', keep: 7 });
  await site.db.transaction().execute((trx) => saveSettings(trx, 'backup', { keep: 2 }));
  forgetSettings(site.db);
  const made: Awaited<ReturnType<typeof records>> = [];
  for (let day = 0; day < 4; day++) {
    await run();
    await run(); // not due yet
    made.push(...(await records()).slice(-1));
    now += 24 * hour;
  }
  expect(await records()).toEqual(made.slice(2)); // a record goes with its file
  expect(made.map(({ reason, failure, doubt }) => [reason, failure, doubt])).toEqual(
    Array(4).fill(['scheduled', '', '']),
  );
  expect(made.every(({ provenAt }) => provenAt !== null)).toBe(true);
  expect((await listBackups(deps())).map(({ name }) => name)).toEqual([made[3]?.name, made[2]?.name]);
  expect(await backupHealth(site.db)).toMatchObject({
    proven: { id: made[3]?.id },
    lastScheduled: { id: made[3]?.id },
  });

  now -= 48 * hour; // the clock is set back: one more, and then again each day
  await run();
  await run();
  const sinceThen = async () => (await records()).filter(({ id }) => id > (made[3]?.id ?? 0));
  const [atOddTime, ...others] = await sinceThen();
  expect(others).toEqual([]);
  expect((await listBackups(deps())).map(({ name }) => name)).toEqual([made[3]?.name, atOddTime?.name]);
  await site.db
    .deleteFrom('backups')
    .where('id', '=', atOddTime?.id ?? 0)
    .execute();
  now += 48 * hour;

  await backUpOnSchedule({ ...deps(), now: () => now }, AbortSignal.abort()); // the site stops in the middle
  expect(await sinceThen()).toEqual([]);

  await fillFully(site, 100);
  const storageUrl = 's3://key:secret@127.0.0.1:1/pictures?tls=0'; // nobody listens there
  for (let round = 0; round < 2; round++) {
    await backUpOnSchedule({ ...deps(), storageUrl, now: () => now }, goingOn);
    now += 7 * hour;
  }
  const failed = await sinceThen();
  expect(failed.map(({ name }) => name)).toEqual(['', '']);
  expect(failed[0]?.failure).toContain('图片存储暂时连不上');
  expect(failed[1]?.failure).toBe(failed[0]?.failure);
  const reported = await site.db.selectFrom('notices').select(['userId', 'text']).execute();
  expect(reported).toEqual([{ userId: site.owner.id, text: `备份失败：${failed[0]?.failure}` }]);
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => name.includes('part'))).toEqual([]);
});

test('a backup that comes back under the name of a thinned one stays', slow, async () => {
  let now = Date.now() + 2 * hour;
  const run = async () => {
    await backUpOnSchedule({ ...deps(), now: () => now }, new AbortController().signal);
    now += 24 * hour;
  };
  const names = async () => (await listBackups(deps())).map(({ name }) => name);
  const upload = async (bytes: Buffer, id: string) => {
    const { name } = await receivePiece(deps(), site.owner, {
      query: { id, from: 0, total: bytes.length },
      body: { file: { name: 'backup.zip', bytes } },
    });
    return name;
  };
  await site.db.transaction().execute((trx) => saveSettings(trx, 'backup', { keep: 1 }));
  forgetSettings(site.db);
  await run();
  const [first = ''] = await names();
  const bytes = await readFile(join(dataDir, 'backups', first));
  await run();
  expect(await names()).not.toContain(first);

  await writeFile(join(dataDir, 'backups', first), bytes); // put back by hand
  await run();
  expect(await names()).toContain(first);
  await removeBackup(deps(), site.owner, first);

  const uploaded = await upload(bytes, 'upload-thinned-1');
  await removeBackup(deps(), site.owner, uploaded);
  const record = { reason: 'scheduled', name: uploaded, createdAt: now, provenAt: null } as const;
  await site.db.insertInto('backups').values(record).execute(); // as earlier versions left it
  expect(await upload(bytes, 'upload-thinned-2')).toBe(uploaded);
  expect((await listBackups(deps())).find(({ name }) => name === uploaded)).toMatchObject({ reason: 'uploaded' });
  await run();
  await run();
  expect(await names()).toContain(uploaded);
});

test('a scheduled backup has a process of its own, which ends with the site and leaves nothing', slow, async () => {
  await fillFully(site, 100);
  backupProcess.end(); // rests for a second after its last task
  const records = () => site.db.selectFrom('backups').select(['failure', 'doubt', 'provenAt', 'files']).execute();
  const left = async () => (await readdir(join(dataDir, 'backups'))).filter((name) => /part$|^\.copy-/.test(name));
  const stopWhen = async (isTime: () => Promise<boolean>) => {
    const stopping = new AbortController();
    const done = backUpOnSchedule({ ...deps(), now: () => Date.now() + 2 * hour }, stopping.signal);
    await vi.waitUntil(isTime, { timeout: 60_000, interval: 1 });
    expect(backupProcess.pid).not.toBe(process.pid);
    stopping.abort();
    await done;
    expect(backupProcess.pid).toBe(undefined);
  };

  await stopWhen(async () => backupProcess.pid !== undefined); // while it is written
  expect(await records()).toEqual([]);
  expect(await left()).toEqual([]);

  await stopWhen(async () => (await records()).length > 0); // while it is restored for trial
  const [{ files, ...record } = { files: 0 }] = await records();
  expect(record).toEqual({ failure: '', doubt: '', provenAt: null });
  expect(files).toBeGreaterThan(0);
  await createBackup(deps());
  expect(await left()).toEqual([]);
});

test('a trial restore says why a backup cannot be restored', slow, async () => {
  const path = join(dataDir, 'damaged.zip');
  await writeFile(path, 'PK no zip');
  expect(await backupProcess.ask('prove', path)).toContain('不能用');
});
