import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { hear } from '../apps/server/test/hear.ts';
import { apiOf, officeOf } from './api.ts';
import { type Db, openDatabase, openSession } from './arrange.ts';
import { chatClient } from './chat-client.ts';
import { cuttingProxy } from './cutting-proxy.ts';
import { type Site, startSite } from './site.ts';

/** Whole programs are started and whole databases replaced: on a busy machine that takes its time. */
const slow = { timeout: 300_000 };
const patient = { timeout: 60_000, interval: 150 };

const sites: Site[] = [];
const streams: Awaited<ReturnType<typeof hear>>[] = [];

afterEach(async () => {
  for (const stream of streams.splice(0)) await stream.leave();
  for (const site of sites.splice(0)) await site.remove();
});

/** The site in one process, or on PostgreSQL in two. */
async function startOn(dialect: 'sqlite' | 'postgres') {
  const empty = { SAMPLE_CONTENT: '0' };
  if (dialect === 'sqlite') {
    const one = await startSite(empty);
    sites.push(one);
    return { one, two: one, database: join(one.dataDir, 'mojian.db') };
  }
  const database = await newPostgres();
  const one = await startSite({ ...empty, DATABASE_URL: database });
  sites.push(one);
  const two = await startSite({ ...empty, DATABASE_URL: database });
  sites.push(two);
  return { one, two, database };
}

async function newPostgres() {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: inject('postgres') });
  await client.connect();
  const name = `mojian_${process.pid}_${Date.now()}`;
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(`/${name}`, inject('postgres')).href;
}

async function inside<Result>(database: string, act: (db: Db) => Promise<Result>) {
  const db = openDatabase(database);
  try {
    return await act(db);
  } finally {
    await db.destroy();
  }
}

const newPerson = (database: string, nickname: string, role: 'owner' | 'member') =>
  inside(database, (db) =>
    db
      .insertInto('users')
      .values({ nickname, nicknameKey: nickname, role, createdAt: Date.now() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
const logIn = (database: string, { id: userId }: { id: number }) =>
  inside(database, async (db) => openSession(db, userId));

const as = (site: Site, token?: string) => apiOf(site, { token });
const office = (site: Site, token: string) => officeOf(site, { token });

type Requested = Parameters<ReturnType<typeof office>['backups']['start']>[0]['body'];
async function work(site: Site, token: string, requested: Requested) {
  await office(site, token).backups.start({ body: requested });
  return vi.waitFor(async () => {
    const now = await office(site, token).backups.work();
    if (!now || now.state === 'running') throw new Error(`still at ${now?.step}`);
    return now;
  }, patient);
}

const chrome = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36';
const page = async (site: Site, path: string) =>
  (
    await fetch(site.url + path, { headers: { connection: 'close', 'user-agent': `${chrome} ${Math.random()}` } })
  ).text();
async function listen(site: Site, token: string) {
  const stream = await hear(site.url, '?topic=group', { token });
  streams.push(stream);
  await vi.waitFor(() => expect(stream.types()).toContain('hello'), patient);
  return stream;
}

test.each(['sqlite', 'postgres'] as const)(
  'a site restored while it runs on %s goes on whole: pages, streams, outbox, jobs, visits, sessions, in all processes',
  slow,
  async (dialect) => {
    const { one, two, database } = await startOn(dialect);
    const owner = await newPerson(database, '掌柜', 'owner');
    const reader = await newPerson(database, '读者', 'member');
    const [before, readers] = [await logIn(database, owner), await logIn(database, reader)];
    const say = (text: string, token = readers) =>
      as(one, token).chat.send({ body: { roomId: 1, text, key: crypto.randomUUID() } });
    const shows = (text: string, site: Site) =>
      vi.waitFor(async () => expect(await page(site, '/message')).toContain(text), patient);

    await as(one, before).board.post({ body: { text: '备份之前' } });
    await say('第一句');
    const { name } = await work(one, before, { kind: 'create' });

    await as(one, readers).board.post({ body: { text: '备份之后' } });
    for (const site of [one, two]) await shows('备份之后', site);
    for (const text of ['第二句', '第三句', '第四句']) await say(text);
    const after = await logIn(database, owner);
    const hearing = [await listen(one, readers), await listen(two, readers)];
    const tab = chatClient(two.url, { ...reader, nickname: '读者' }, readers);
    const shown = (client = tab) =>
      client.state().open?.timeline.messages.map(({ pieces }) => pieces.map(({ text }) => text).join(''));
    await tab.openRoom({ roomId: 1 });
    await vi.waitFor(() => expect(tab.state().connection).toBe('live'), patient);
    expect(shown()).toEqual(['第一句', '第二句', '第三句', '第四句']);
    const proxy = await cuttingProxy(two);
    const asleep = chatClient(proxy.url, { ...reader, nickname: '读者' }, readers);
    await asleep.openRoom({ roomId: 1 });
    await vi.waitFor(() => expect(asleep.state().connection).toBe('live'), patient);
    await vi.waitFor(() => expect(shown(asleep)?.at(-1)).toBe('第四句'), patient);
    proxy.down();
    const preview = async (token: string) => (await work(one, token, { kind: 'preview', name })).preview;
    expect(await preview(after)).toMatchObject({ owners: expect.arrayContaining(['掌柜']), staysIn: false });
    expect(await preview(before)).toMatchObject({ staysIn: true });

    const begun = Date.now();
    const restored = await work(one, before, { kind: 'restore', name, confirm: '恢复' });
    expect(restored).toMatchObject({ state: 'done', failure: '' });
    for (const site of [one, two]) {
      await vi.waitFor(async () => expect(await page(site, '/message')).not.toContain('备份之后'), patient);
      expect(await page(site, '/message')).toContain('备份之前');
      await expect(office(site, after).office.enter()).rejects.toMatchObject({ id: 'signed-out' });
      await expect(office(site, before).office.enter()).resolves.toMatchObject({ role: 'owner' });
    }
    await Promise.all(hearing.map(({ ended }) => ended));

    // numbers of the chat begin again where the backup was: who listens now hears what is said now
    const again = [await listen(one, readers), await listen(two, readers)];
    await say('恢复之后的第一句');
    for (const stream of again)
      await vi.waitFor(() => expect(JSON.stringify(stream.data('chat'))).toContain('恢复之后的第一句'), patient);
    await vi.waitFor(() => expect(shown()).toEqual(['第一句', '恢复之后的第一句']), patient);
    tab.send({ text: '恢复之后的第二句' });
    await vi.waitFor(() => expect(shown()?.at(-1)).toBe('恢复之后的第二句'), patient);
    expect(tab.state().open?.unsent).toEqual([]);
    tab.leave();

    // by now more was said than had been before: numbers from before the restore are no position all the same
    for (const text of ['再一句', '又一句', '还有一句']) await say(text);
    const former = Math.max(...hearing.flatMap((stream) => stream.ids('hello')));
    expect(former).toBe(4);
    const overtaken = await hear(two.url, '?topic=group', { token: readers, 'last-event-id': String(former) });
    streams.push(overtaken);
    await vi.waitFor(() => expect(overtaken.types()[0]).toBe('reset'), patient);
    proxy.up();
    const now = ['第一句', '恢复之后的第一句', '恢复之后的第二句', '再一句', '又一句', '还有一句'];
    await vi.waitFor(() => expect(shown(asleep)).toEqual(now), patient);
    asleep.leave();
    proxy.close();

    await as(two, readers).board.post({ body: { text: '恢复之后' } });
    for (const site of [one, two]) await shows('恢复之后', site);
    const settings = (await office(two, before).settings.list()).find((group) => group.name === 'identity');
    const value = { ...settings?.value, name: '恢复过的站' };
    await office(two, before).settings.save({
      body: { name: 'identity', value, version: settings?.version ?? '' } as never,
    });
    for (const site of [one, two])
      await vi.waitFor(async () => expect(await page(site, '/archive')).toContain('恢复过的站'), patient);

    await vi.waitFor(async () => {
      const { jobs } = await office(one, before).jobs.list();
      expect(jobs.some(({ last }) => Date.parse(last?.startedAt ?? '') >= begun)).toBe(true);
    }, patient);
    const views = () =>
      inside(database, async (db) =>
        Number(
          (
            await db
              .selectFrom('visitDays')
              .select(({ fn }) => fn.sum('views').as('sum'))
              .executeTakeFirst()
          )?.sum ?? 0,
        ),
      );
    const seen = await views();
    for (const site of [one, two]) await page(site, '/links');
    await vi.waitFor(async () => expect(await views()).toBeGreaterThan(seen), patient);
    expect((await readdir(one.dataDir)).filter((file) => file.startsWith('.copy'))).toEqual([]);
    for (const site of [one, two]) expect(site.output()).not.toMatch(/没有做成|没有传到/);
  },
);
