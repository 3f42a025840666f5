import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { openDatabase } from '../../platform/db/open.ts';
import type { Db } from '../../platform/db/schema.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';
import { announce, announceEffects, mailFollowersEffect, notifyNextFollowers, unannounce } from './announce.ts';

const site = freshSite();

const outbox = (db: Db = site.db) =>
  new Outbox({
    db,
    effects: {
      ...announceEffects({ db, siteUrl: site.siteUrl, warn: () => {} }),
      [mailFollowersEffect]: async () => {},
      live: async () => {},
      'drop-pages': async () => {},
    },
  });
const follow = (viewer: typeof site.ming) => site.as(viewer).follows.follow({ query: { userId: site.lin.id } });
const says = (say: typeof announce, id: number, db: Db = site.db) =>
  db.transaction().execute((trx) => say(trx, { id }));
const reported = async (viewer: typeof site.ming) =>
  (await site.as(viewer).notices.list({ query: { type: 2 } })).records.filter(({ reason }) => reason === 'published');
const countReported = async () => {
  const counted = site.db.selectFrom('notices').select(({ fn }) => fn.countAll<number>().as('total'));
  return (await counted.where('reason', '=', 'published').executeTakeFirstOrThrow()).total;
};

/** So many followers of 小林. */
async function crowd(size: number) {
  const rows = Array.from({ length: size }, (_, index) => index);
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  for (let from = 0; from < size; from += 1000) {
    const some = rows.slice(from, from + 1000);
    const ids = await site.db
      .insertInto('users')
      .values(some.map((index) => ({ ...person, nickname: `路人${index}`, nicknameKey: `p${index}` })))
      .returning('id')
      .execute();
    await site.db
      .insertInto('follows')
      .values(ids.map(({ id }) => ({ followerId: id, followedId: site.lin.id, createdAt: 0 })))
      .execute();
  }
}

/** An article as it is when it appears for the first time: what was brought in from elsewhere counts as known. */
async function writes(draft: Parameters<typeof site.writes>[0] = {}) {
  const id = await site.writes(draft);
  await site.db.updateTable('articles').set({ announcedAt: null }).where('id', '=', id).execute();
  return id;
}

test('only followers are notified of a new article', async () => {
  await follow(site.ming);
  const id = await writes({ title: '雨水' });
  await says(announce, id);
  await outbox().run();
  expect(await reported(site.ming)).toMatchObject([
    {
      reason: 'published',
      title: '雨水',
      link: `/article/${id}`,
      count: 1,
      actors: [{ nickname: '小林' }],
      read: false,
    },
  ]);
  expect(await countReported()).toBe(1);
  expect((await site.as(site.ming).notices.counters()).extra).toMatchObject({ follow: 1 });
});

test('members who unfollowed or closed their account before their batch are not notified', async () => {
  await follow(site.ming);
  await follow(site.owner);
  await says(announce, await writes());
  await site.as(site.ming).follows.unfollow({ query: { userId: site.lin.id } });
  await site.db
    .updateTable('users')
    .set({ closesAt: Date.now() + 1e6 })
    .where('id', '=', site.owner.id)
    .execute();
  await outbox().run();
  expect(await countReported()).toBe(0);
});

test('followers are notified once: not of changes, republication, or by a second process', async () => {
  await follow(site.ming);
  const id = await writes();
  // in one thread two connections to one file wait for each other for ever
  const other = site.dialect === 'postgres' ? openDatabase(site.url) : site.db;
  await Promise.all([says(announce, id), says(announce, id, other), says(announce, id)]);
  await Promise.all([outbox().run(), outbox(other).run()]);
  if (other !== site.db) await other.destroy();
  expect(await reported(site.ming)).toHaveLength(1);

  await site.as(site.ming).notices.read({ body: { type: 2 } });
  await says(announce, id);
  await outbox().run();
  expect(await reported(site.ming)).toMatchObject([{ read: true }]);
});

test('a step repeated after a crash notifies nobody twice', async () => {
  await crowd(150);
  const id = await writes();
  await says(announce, id);
  const { payload } = await site.db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'tell-followers')
    .executeTakeFirstOrThrow();
  await outbox().run();
  await site.db.updateTable('notices').set({ readAt: 1 }).execute();
  await site.db.insertInto('outbox').values({ kind: 'tell-followers', payload, dueAt: 0, failure: null }).execute();
  await outbox().run();
  expect(await countReported()).toBe(150);
});

test('withdrawing midway stops the remaining notices and removes the delivered ones', async () => {
  await crowd(250);
  const id = await writes();
  await says(announce, id);
  await notifyNextFollowers(site.db, { articleId: id, after: 0 });
  expect(await countReported()).toBe(100);
  await site.writes({ id, state: 'withdrawn' });
  await site.db.transaction().execute((trx) => unannounce(trx, { id, slug: null }));
  await outbox().run();
  expect(await countReported()).toBe(0);
  expect(await site.db.selectFrom('noticeActors').selectAll().execute()).toEqual([]);
  const waiting = await site.db.selectFrom('outbox').select('kind').execute();
  expect(waiting).toEqual([]);
});

test('ten thousand followers are all notified, a hundred per transaction', async () => {
  await crowd(10_000);
  await says(announce, await writes());
  const steps: number[] = [];
  const effects = {
    live: async () => {},
    'drop-pages': async () => {},
    'tell-followers': async (step: Parameters<typeof notifyNextFollowers>[1]) => {
      const before = await countReported();
      await notifyNextFollowers(site.db, step);
      steps.push((await countReported()) - before);
    },
  };
  await new Outbox({ db: site.db, effects }).run();
  expect(await countReported()).toBe(10_000);
  expect(Math.max(...steps)).toBe(100);
}, 60_000);
