import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRoom } from '../src/chat/rooms/change-room.ts';
import { newCopy } from '../src/platform/db/copies/copies.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { Readiness } from '../src/platform/http/health.ts';
import { pushByPostgres } from '../src/platform/push/push.ts';
import { EventBus } from '../src/platform/stream/event-bus.ts';
import { group } from './chat.ts';
import { testSite, tokenOf } from './site.ts';
import { startPostgres } from './start-postgres.ts';

/** A PostgreSQL of its own, that is restarted and killed under a site. */
describe.runIf(process.env.TEST_DATABASE)('a database that goes away', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let site: Awaited<ReturnType<typeof testSite>>;
  let articleId: number;
  let push: Awaited<ReturnType<typeof pushByPostgres>>;
  let gaps = 0;

  beforeAll(async () => {
    server = await startPostgres({ flags: ['fsync=off'] });
    site = await testSite({ database: () => openEmpty(server.url) });
    articleId = await site.writes();
    push = await pushByPostgres(site.url, () => gaps++);
  });
  afterAll(async () => {
    await push?.close();
    await site?.close();
    await server?.stop();
  });

  const comment = (text: string) =>
    site.app.inject({
      method: 'POST',
      url: '/v1/comment/',
      headers: { authorization: tokenOf(site.owner) },
      payload: { articleId, text, key: text },
    });

  for (const signal of ['SIGINT', 'SIGKILL'] as const)
    test(`${signal}: running calls are refused with a reason, no acknowledged write is lost, and the site goes on`, async () => {
      const heard: string[] = [];
      push.subscribe(({ topic }) => void heard.push(topic));
      const gapsBefore = gaps;
      const stored: string[] = [];
      const refused: { statusCode: number; retryAfter: unknown; message: string }[] = [];
      let going = true;
      const write = async (writer: number) => {
        for (let n = 0; going; n++) {
          const text = `${signal} ${writer} ${n}`;
          const answer = await comment(text);
          if (answer.statusCode === 200) stored.push(text);
          else
            refused.push({
              statusCode: answer.statusCode,
              retryAfter: answer.headers['retry-after'],
              message: answer.json().message,
            });
          await setTimeout(1);
        }
      };
      const copy = await newCopy(site.url); // connections of its own, in use as well
      const writers = Array.from({ length: 12 }, (_, writer) => write(writer));
      await expect.poll(() => stored.length).toBeGreaterThan(20);
      await server.end(signal);
      await expect.poll(() => gaps, { message: 'told before it listens again' }).toBeGreaterThan(gapsBefore);
      const gapsWithout = gaps;
      await setTimeout(300);
      await server.startAgain();
      const before = stored.length;
      await expect.poll(() => stored.length).toBeGreaterThan(before + 20);
      going = false;
      await Promise.all(writers);

      expect(refused.length).toBeGreaterThan(0);
      for (const one of refused)
        expect(one).toEqual({ statusCode: 503, retryAfter: '5', message: '暂时无法读取数据，请稍后再试' });
      const rows = await site.db.selectFrom('comments').select('text').execute();
      const texts = rows.map(({ text }) => text);
      expect(stored.filter((text) => !texts.includes(text))).toEqual([]);
      expect(new Set(texts).size).toBe(texts.length);

      await expect.poll(() => gaps).toBeGreaterThan(gapsWithout);
      await push.publish({ topic: `after ${signal}`, ids: ['1'] });
      await expect.poll(() => heard).toEqual([`after ${signal}`]);
      await copy.discard().catch(() => {});
    });

  test('a database that only reads refuses writes for now, and is not ready', async () => {
    const readiness = new Readiness({ db: site.db, storage: site.storage });
    const become = async (value: 'on' | 'off') => {
      await sql`begin; set transaction read write; alter database postgres set default_transaction_read_only = ${sql.lit(value)}; commit`.execute(
        admin,
      );
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(admin);
    };
    const admin = openDatabase(server.url);
    expect(await readiness.isReady()).toBe(true);
    await become('on');
    await expect
      .poll(() => comment('只能读').then(({ json }) => json()))
      .toMatchObject({
        code: 503,
        message: '数据库现在只能读，没有保存，请稍后再试',
      });
    await expect.poll(() => readiness.isReady()).toBe(false);
    expect((await site.as(null).articles.info({ query: { id: articleId } })).id).toBe(articleId);
    await become('off');
    await expect.poll(() => comment('又能写').then(({ statusCode }) => statusCode)).toBe(200);
    await expect.poll(() => readiness.isReady()).toBe(true);
    await admin.destroy();
  });

  test('what was read is stored and acknowledged while notifications cannot be sent', async () => {
    const errors: unknown[] = [];
    const lost = await pushByPostgres(site.url, () => undefined);
    await lost.close(); // a lost connection is back after two seconds, too soon for a busy machine
    const live = new EventBus(lost, (error) => errors.push(error));
    const { id } = await site.as(site.owner).chat.send({ body: { roomId: group, text: '早', key: '早' } });
    await expect(live.deliver([{ topic: 'board', type: 'message', id: 1 }])).rejects.toThrow();
    await readRoom({ db: site.db, live }, site.lin, { roomId: group, id });
    await expect.poll(() => errors).toHaveLength(1);
    expect((await site.as(site.lin).chat.rooms()).data[0]).toMatchObject({ readId: id });
  });
});

async function openEmpty(url: string) {
  const db = openDatabase(url);
  await migrate(db, 'postgres');
  return { db, dialect: 'postgres' as const, url, close: () => db.destroy() };
}
