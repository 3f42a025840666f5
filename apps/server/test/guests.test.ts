import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { findOrAddGuest } from '../src/core/guest-rows/guest-rows.ts';
import { freshSite } from './fresh-site.ts';
import { tokenOf } from './site.ts';

/** Authors of imported texts are rows among the members, but appear only where they wrote. */
const site = freshSite();

const people = { silent: '幽灵甲', commenter: '路人乙', writer: '旧作者丙' };
const email = (name: string) => `${encodeURIComponent(name).replaceAll('%', '').toLowerCase()}@ghost.example`;
let ids: typeof people extends Record<infer Name, string> ? Record<Name, number> : never;
let articleId: number;
/** The article of the guest who wrote one. */
let writtenId: number;

beforeEach(async () => {
  const add = (name: string) =>
    site.db
      .transaction()
      .execute((trx) => findOrAddGuest(trx, { name, email: email(name), website: '', createdAt: 1000 }));
  ids = {
    silent: await add(people.silent),
    commenter: await add(people.commenter),
    writer: await add(people.writer),
  };
  articleId = await site.writes();
  writtenId = await site.writes({ authorId: ids.writer, title: '旧文' });
  const text = { text: '写过的', state: 'shown' as const, createdAt: 1000 };
  const nothing = { sayId: null, parentId: null, replyToId: null, sendKey: null, removedAt: null };
  await site.db
    .insertInto('comments')
    .values({ articleId, authorId: ids.commenter, html: '<p>写过的</p>', ...text, ...nothing })
    .execute();
  await site.db
    .insertInto('boardMessages')
    .values({ authorId: ids.commenter, nickname: people.commenter, place: '', ...text })
    .execute();
});

const reads = [...Object.values(api), ...Object.values(adminApi)]
  .flatMap((noun): Endpoint[] => Object.values(noun))
  .filter(({ method, path }) => method === 'GET' && path !== '/logout');

type Field = { enum?: string[]; anyOf?: Field[]; type?: string };

/** Values for the fields of a query: a number wherever one fits, the start of a name for a text. */
function queriesOf({ query }: Endpoint, number: number, name: string) {
  if (!query) return [{}];
  const schema = z.toJSONSchema(query, { unrepresentable: 'any', io: 'input' });
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Field>);
  const needed = fields.filter(([field]) => schema.required?.includes(field));
  const numbers = fields.filter(([field]) => /^id$|Id$/.test(field));
  const texts = fields.filter(([field]) => /^(text|author|prefix|keywords?|nickname|owner|q)$/.test(field));
  const sample = ([field, { enum: options }]: [string, Field]) =>
    options?.[0] ?? (texts.some(([text]) => text === field) ? name.slice(0, 2) : String(number));
  const all = (some: [string, Field][]) => Object.fromEntries(some.map((field) => [field[0], sample(field)]));
  const each = numbers.map((field) => all([...needed, field]));
  return [all(needed), all([...needed, ...numbers]), all([...needed, ...texts]), ...each];
}

/** Calls whose reply to anybody has this guest's name, whatever they are asked. */
async function placesOf(who: keyof typeof people) {
  const viewers = [{}, ...[site.ming, site.owner].map((viewer) => ({ authorization: tokenOf(viewer) }))];
  const requests = reads.flatMap((call) =>
    [ids[who], articleId, writtenId]
      .flatMap((number) => queriesOf(call, number, people[who]))
      .map((query) => ({ call, url: `${call.path.replace(/:\w+/, 'qq')}?${new URLSearchParams(query)}` })),
  );
  const found = new Set<string>();
  const urls = new Map(requests.map(({ call, url }) => [url, call]));
  for (const [url, { method, path }] of urls)
    for (const headers of viewers) {
      const { body } = await site.app.inject({ method: 'GET', url, headers });
      expect(body, url).not.toContain('ghost.example');
      if (body.includes(people[who])) found.add(`${method} ${path}`);
    }
  return [...found].sort();
}

test('a guest appears where they wrote, in the office by their number, and nowhere else', async () => {
  const office = ['GET /v1/admin/users/info'];
  expect(await placesOf('silent')).toEqual(office);
  expect(await placesOf('commenter')).toEqual([
    'GET /v1/',
    'GET /v1/admin/board/',
    'GET /v1/admin/comments/',
    'GET /v1/admin/guest-comments/writer',
    'GET /v1/admin/users/info',
    'GET /v1/comment/',
    'GET /v1/message/',
  ]);
  expect(await placesOf('writer')).toEqual([
    'GET /v1/',
    'GET /v1/admin/articles/',
    'GET /v1/admin/articles/choices',
    'GET /v1/admin/articles/markdown',
    'GET /v1/admin/users/info',
    'GET /v1/article/',
    'GET /v1/article/info',
    'GET /v1/article/selectArticleByUserId',
    'GET /v1/article/selectMyArticleInfo',
    'GET /v1/collect/',
    'GET /v1/user/activity',
    'GET /v1/user/info',
  ]);
}, 120_000);

test('the e-mail is in no table', async () => {
  const tables = await site.db.introspection.getTables();
  for (const { name } of tables) {
    const rows = await site.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    expect(JSON.stringify(rows), name).not.toContain('ghost.example');
  }
});

test('nobody follows, blocks, writes to or reads the page of a guest without articles', async () => {
  const ming = site.as(site.ming);
  const missing = { id: 'not-found' };
  for (const userId of [ids.silent, ids.commenter, ids.writer]) {
    await expect(ming.follows.follow({ query: { userId } })).rejects.toMatchObject(missing);
    await expect(ming.follows.list({ query: { userId, kind: 'fans' } })).rejects.toMatchObject(missing);
    await expect(ming.blocks.block({ query: { userId } })).rejects.toMatchObject(missing);
    await expect(ming.chat.addRoom({ query: { userId } })).rejects.toMatchObject(missing);
    await expect(
      site.office(site.owner).notices.send({ body: { userId, title: '给你', text: '话' } }),
    ).rejects.toMatchObject(missing);
  }
  for (const userId of [ids.silent, ids.commenter]) {
    await expect(ming.members.info({ query: { userId } })).rejects.toMatchObject(missing);
    await expect(ming.members.counts({ query: { id: userId } })).rejects.toMatchObject(missing);
    await expect(ming.articles.byUser({ query: { userId } })).rejects.toMatchObject(missing);
  }
  expect(await ming.members.info({ query: { userId: ids.writer } })).toMatchObject({
    nickname: people.writer,
    guest: true,
  });
});

test('staff treat no guest as an account, and say why', async () => {
  const { members } = site.office(site.owner);
  const id = ids.commenter;
  const refused = { id: 'not-allowed', message: '访客没有账号，不能这样处理；可以把访客合并到一位用户' };
  const bar = { id, reason: '广告', until: null };
  const calls = [
    () => members.disable({ body: bar }),
    () => members.enable({ body: { id } }),
    () => members.mute({ body: bar }),
    () => members.unmute({ body: { id } }),
    () => members.changeRole({ body: { id, from: 'member', role: 'admin' } }),
    () => members.endSession({ query: { id } }),
    () => members.resetLink({ body: { id, by: 'copy' } }),
    () => members.addNote({ body: { id, text: '记' } }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject(refused);
  const batches = [
    { act: 'disable', ids: [id], reason: '广告', until: null },
    { act: 'enable', ids: [id] },
    { act: 'role', ids: [id], role: 'admin' },
  ] as const;
  for (const { ids: some, ...batch } of batches) {
    const { failed } = await members.act({ body: { ...batch, ids: [...some] } });
    expect(failed).toEqual([{ id, why: refused.message }]);
  }
  expect(await site.db.selectFrom('auditLog').select('id').execute()).toEqual([]);
});

test('staff find guests by their own filter, and merge them into members only', async () => {
  const { members, merges } = site.office(site.owner);
  const list = async (query: object) => (await members.list({ query })).records.map(({ nickname }) => nickname);
  expect((await list({})).sort()).toEqual(['小林', '站长', '阿明'].sort());
  expect(await list({ text: people.commenter })).toEqual([]);
  expect((await list({ state: 'guest' })).sort()).toEqual(Object.values(people).sort());
  expect(await members.info({ query: { id: ids.commenter } })).toMatchObject({
    state: 'guest',
    manageable: false,
    mergeable: true,
    notes: null,
    personal: null,
  });
  await expect(merges.merge({ body: { from: site.lin.id, into: ids.commenter } })).rejects.toMatchObject({
    id: 'not-allowed',
    field: 'into',
  });
  await merges.merge({ body: { from: ids.commenter, into: site.ming.id } });
  const { records } = await site.as(null).comments.list({ query: { articleId } });
  expect(records).toMatchObject([{ author: { id: site.ming.id, nickname: '阿明', badge: null } }]);
});

test('guests are counted among no members, and their name and mail are free', async () => {
  expect((await site.office(site.owner).notices.audience({ query: {} })).count).toBe(3);
  expect((await site.as(site.ming).chat.rooms()).data.find(({ kind }) => kind === 'group')?.members).toBe(3);
  const code = await site.codeFor(email(people.silent));
  await expect(site.as(null).accounts.codeLogin({ body: { email: email(people.silent), code } })).rejects.toMatchObject(
    { id: 'not-found' },
  );
  const newcomer = { email: email(people.silent), nickname: people.silent, password: 'Plum-rain-ink-77!', code };
  expect((await site.as(null).accounts.register({ body: newcomer })).nickname).toBe(people.silent);
});

test('a guest’s name links to their site, beside the mark of a guest', async () => {
  await site.db.updateTable('users').set({ website: 'https://one.example/' }).where('id', '=', ids.commenter).execute();
  await site.as(site.ming).comments.post({ body: { articleId, text: '新的' } });
  const { records } = await site.as(null).comments.list({ query: { articleId } });
  expect(records.map(({ author: { badge, website } }) => [badge, website])).toEqual([
    [null, null],
    ['guest', 'https://one.example/'],
  ]);
  const [message] = (await site.as(null).board.list({ query: {} })).records;
  expect(message).toMatchObject({ authorId: null, website: 'https://one.example/', nickname: people.commenter });
  const home = await site.as(null).home.show();
  expect(home.comments.map(({ nickname, guest }) => [nickname, guest])).toEqual([
    ['阿明', false],
    [people.commenter, true],
  ]);
});
