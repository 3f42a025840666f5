import type { Client } from '@mojian/client';
import { beforeEach, expect, test } from 'vitest';
import { signIn } from '../src/core/sessions/sessions.ts';
import { freshSite } from './fresh-site.ts';

const size = 50;

const site = freshSite();
let articleId: number;
let members: Client[];
beforeEach(async () => {
  articleId = await site.writes();
  members = await crowd();
});

/** Fifty members who never said anything, each logged in. */
async function crowd() {
  const person = { role: 'member', email: null, passwordHash: null, createdAt: 0 } as const;
  const rows = Array.from({ length: size }, (_, n) => ({ ...person, nickname: `路人${n}`, nicknameKey: `p${n}` }));
  const people = await site.db.insertInto('users').values(rows).returning('id').execute();
  const caller = { address: '203.0.113.7', agent: '' };
  return Promise.all(
    people.map(async ({ id }) =>
      site.withToken((await signIn(site.db, { userId: id, way: 'password', caller })).token),
    ),
  );
}

const article = () =>
  site.db
    .selectFrom('articles')
    .select(['likes', 'collects', 'comments'])
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow();
const rowsOf = async (table: 'likes' | 'collects' | 'follows' | 'comments') =>
  (await site.db.selectFrom(table).selectAll().execute()).length;
const reported = async (type: number) =>
  (await site.as(site.lin).notices.list({ query: { type } })).records.map(({ count }) => count);
const fans = async () => (await site.as(null).members.counts({ query: { id: site.lin.id } })).fans;

test('fifty members like, collect, follow and comment at the same moment: every counter equals its rows', async () => {
  const all = await Promise.allSettled(
    members.flatMap((member, n) => [
      member.articles.like({ query: { articleId, like: '1' } }),
      member.collects.collect({ query: { articleId } }),
      member.follows.follow({ query: { userId: site.lin.id } }),
      member.comments.post({ body: { articleId, text: `第 ${n} 句` } }),
    ]),
  );
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await article()).toEqual({ likes: size, collects: size, comments: size });
  expect(await Promise.all((['likes', 'collects', 'follows', 'comments'] as const).map(rowsOf))).toEqual(
    Array(4).fill(size),
  );
  expect(await fans()).toBe(size);
  expect([await reported(2), await reported(3), await reported(4)]).toEqual([[size], [size], [size]]);
  const { extra } = await site.as(site.lin).notices.counters();
  expect(extra).toMatchObject({ comment: size, follow: 1, like: 1, collect: 1 });
});

test('half of them take all of it back while the other half begin', async () => {
  const [first, second] = [members.slice(0, size / 2), members.slice(size / 2)];
  const written = await Promise.all(first.map((member, n) => begin(member, n)));
  const all = await Promise.allSettled([
    ...second.map((member, n) => begin(member, size + n)),
    ...first.flatMap((member, n) => end(member, written[n] ?? 0)),
  ]);
  expect(all.filter(({ status }) => status === 'rejected')).toEqual([]);
  const half = second.length;
  expect(await article()).toEqual({ likes: half, collects: half, comments: half });
  expect([await rowsOf('likes'), await rowsOf('collects'), await rowsOf('follows')]).toEqual([half, half, half]);
  const visible = site.db.selectFrom('comments').select('id').where('removedAt', 'is', null);
  expect(await visible.execute()).toHaveLength(half);
  expect(await fans()).toBe(half);
  expect([await reported(2), await reported(3), await reported(4)]).toEqual([[half], [half], [half]]);
});

/** Everything one can do to an article, one after the other. The comment's id. */
async function begin(member: Client, n: number) {
  await member.articles.like({ query: { articleId, like: '1' } });
  await member.collects.collect({ query: { articleId } });
  await member.follows.follow({ query: { userId: site.lin.id } });
  return (await member.comments.post({ body: { articleId, text: `第 ${n} 句` } })).id;
}

function end(member: Client, comment: number) {
  return [
    member.articles.like({ query: { articleId, like: '0' } }),
    member.collects.uncollect({ query: { articleId } }),
    member.follows.unfollow({ query: { userId: site.lin.id } }),
    member.comments.remove({ query: { id: comment } }),
  ];
}
