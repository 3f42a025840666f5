import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { passersBy } from '../../../test/guest-comments.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
  await site.change('comments', { guests: 'open' });
});

const post = (input: Parameters<ReturnType<typeof passersBy>['post']>[0] = {}, address?: string) =>
  passersBy(site).post({ articleId, ...input }, address);
const office = (by = site.owner) => site.office(by).guestComments;
const refused = async () => (await office().refused()).map(({ kind, label }) => `${kind} ${label}`);
const turnedAway = expect.objectContaining({ id: 'not-allowed', message: '这里现在不收你的评论，有话可以登录后说' });

test('a name, a mailbox and a network of a comment are refused, listed, and accepted again', async () => {
  const { id } = await post({ name: '广告商', email: 'ad@example.com' }, '203.0.113.7');
  await post({ name: '路人' }, '203.0.113.9');
  expect(await office().writer({ query: { id } })).toMatchObject({
    nickname: '广告商',
    hasMailbox: true,
    network: '203.0.113.0/24',
    comments: 1,
    fromNetwork: 2,
  });
  for (const kind of ['name', 'mailbox', 'network'] as const) await office().refuse({ body: { kind, commentId: id } });
  expect(await refused()).toEqual(['network 203.0.113.0/24', 'mailbox 广告商 的邮箱', 'name 广告商']);
  await expect(post({ name: '广 告商' })).rejects.toEqual(turnedAway);
  await expect(post({ name: '换个名', email: 'AD@example.com' })).rejects.toEqual(turnedAway);
  await expect(post({ name: '换个名' }, '203.0.113.200')).rejects.toEqual(turnedAway);
  await expect(post({ name: '换个名' }, '::ffff:203.0.113.1')).rejects.toEqual(turnedAway);
  await post({ name: '换个名', email: 'other@example.com' }, '203.0.114.7');

  const ids = (await office().refused()).map((one) => one.id);
  await office().accept({ body: { ids } });
  await post({ name: '广告商', email: 'ad@example.com' }, '203.0.113.7');
  const acts = await site.db.selectFrom('auditLog').select('act').orderBy('id').execute();
  expect(acts.map(({ act }) => act)).toEqual([...Array(3).fill('guests.refuse'), ...Array(3).fill('guests.accept')]);
});

test('names, mailboxes and ranges may be typed; what is none is refused by its field', async () => {
  const refuse = (kind: 'name' | 'mailbox' | 'network', value: string) => office().refuse({ body: { kind, value } });
  await refuse('network', '2001:db8::/32');
  await refuse('network', '198.51.100.4');
  await refuse('mailbox', 'Someone@Example.com');
  await refuse('name', '小广告');
  expect(await refused()).toEqual([
    'name 小广告',
    'mailbox s…@example.com',
    'network 198.51.100.4/32',
    'network 2001:db8::/32',
  ]);
  await expect(post({}, '2001:db8:9::1')).rejects.toEqual(turnedAway);
  await expect(post({}, '198.51.100.4')).rejects.toEqual(turnedAway);
  await post({}, '198.51.100.5');
  for (const [kind, value] of [
    ['network', '0.0.0.0/0'],
    ['network', '10.0.0.0/33'],
    ['network', '家里'],
    ['mailbox', 'nobody'],
    ['name', '\u200b'],
  ] as const)
    await expect(refuse(kind, value), value).rejects.toMatchObject({ id: 'invalid-input', field: 'value' });
  await expect(refuse('name', '小广告')).rejects.toMatchObject({ id: 'already-done' });
  const { id } = await site.as(site.ming).comments.post({ body: { articleId, text: '会员的' } });
  await expect(office().refuse({ body: { kind: 'name', commentId: id } })).rejects.toMatchObject({ id: 'not-found' });
  const { id: plain } = await post({}, '198.51.100.6');
  await expect(office().refuse({ body: { kind: 'mailbox', commentId: plain } })).rejects.toMatchObject({
    id: 'not-found',
  });
});

test('members and editors may neither see nor change whom the site refuses', async () => {
  const { id } = await post();
  for (const role of ['member', 'editor'] as const) {
    await site.db.updateTable('users').set({ role }).where('id', '=', site.ming.id).execute();
    const by = office(site.ming);
    const calls = [
      () => by.refused(),
      () => by.writer({ query: { id } }),
      () => by.refuse({ body: { kind: 'name', commentId: id } }),
      () => by.accept({ body: { ids: [1] } }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ id: 'not-allowed' });
  }
  expect(await refused()).toEqual([]);
});

const members = () => site.office(site.owner).members;
const shown = async () => (await site.as(null).comments.list({ query: { articleId } })).total;

test('all of one guest is hidden in one act and put back in one, and so is all of a network and of a day', async () => {
  const spam = await post({ name: '广告商', email: 'ad@example.com' }, '203.0.113.7');
  await post({ name: '广告商', email: 'ad@example.com' }, '198.51.100.1');
  await post({ name: '同网段的' }, '203.0.113.9');
  await post({ name: '好人' }, '192.0.2.1');
  await site.as(site.ming).comments.post({ body: { articleId, text: '会员的' } });
  expect(await shown()).toBe(5);

  expect(await members().takeDown({ body: { id: spam.author.id } })).toMatchObject({ done: 2, isMore: false });
  expect(await shown()).toBe(3);
  await members().putBack({ body: { id: spam.author.id } });
  expect(await shown()).toBe(5);

  expect(await members().takeGuestsDown({ body: { hours: 1, commentId: spam.id } })).toMatchObject({
    done: 2,
    isMore: false,
  });
  expect(await shown()).toBe(3);
  expect(await members().takeGuestsDown({ body: { hours: 1, purge: true } })).toMatchObject({ done: 2, isMore: false });
  expect(await shown()).toBe(1);
  expect(await members().putGuestsBack({ body: { hours: 1 } })).toEqual({ done: 4, isMore: false });
  expect(await shown()).toBe(5);
  await site.db.updateTable('guestComments').set({ createdAt: 1 }).where('commentId', '=', spam.id).execute();
  expect((await members().takeGuestsDown({ body: { hours: 1 } })).done).toBe(3);

  const admin = site.office(site.ming).members;
  await expect(admin.takeGuestsDown({ body: { hours: 1 } })).rejects.toMatchObject({ id: 'not-allowed' });
  await expect(admin.putGuestsBack({ body: { hours: 1 } })).rejects.toMatchObject({ id: 'not-allowed' });
});

test('undoing an act puts back what that act hid, and nothing hidden before it', async () => {
  const spam = await post({ name: '广告商', email: 'ad@example.com' }, '203.0.113.7');
  await post({ name: '广告商', email: 'ad@example.com' }, '198.51.100.1');
  const other = await post({ name: '卖药的' }, '192.0.2.1');
  await members().takeDown({ body: { id: other.author.id, purge: true } });
  const { act } = await members().takeGuestsDown({ body: { hours: 720, commentId: spam.id } });
  const ofGuest = await members().takeDown({ body: { id: spam.author.id, purge: true } });
  expect(ofGuest.done).toBe(1);
  expect(await shown()).toBe(0);

  await members().putBack({ body: { id: spam.author.id, act: ofGuest.act } });
  expect(await shown(), 'the network stays hidden').toBe(1);
  const hidden = await site.db.selectFrom('takenDown').select(['rowId', 'purgeAt']).orderBy('rowId').execute();
  expect(hidden).toEqual([
    { rowId: spam.id, purgeAt: null },
    { rowId: other.id, purgeAt: expect.anything() },
  ]);
  expect(await members().putGuestsBack({ body: { hours: 720, act } })).toEqual({ done: 1, isMore: false });
  expect(await shown()).toBe(2);
});

test('a refused guest edits nothing either, by whichever part they are refused', async () => {
  const written = await post({ name: '广告商', email: 'ad@example.com' }, '203.0.113.7');
  const edit = (address: string) =>
    site.as(null, { address }).guestComments.edit({
      body: { id: written.id, text: '加我微信', browser: 'b'.repeat(43) },
    });
  for (const kind of ['name', 'mailbox', 'network'] as const) {
    await office().refuse({ body: { kind, commentId: written.id } });
    await expect(edit('203.0.113.9'), kind).rejects.toMatchObject({ id: 'not-allowed' });
    const [known] = await office().refused();
    await office().accept({ body: { ids: [known?.id ?? 0] } });
  }
  expect((await edit('203.0.113.9')).html).toContain('加我微信');
});

test('refusing a guest whose name was marked as looking like a member’s refuses that name', async () => {
  const { nickname } = await site.db
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', site.ming.id)
    .executeTakeFirstOrThrow();
  const marked = await post({ name: nickname });
  expect(marked.author.nickname).toBe(`${nickname}（访客）`);
  await office().refuse({ body: { kind: 'name', commentId: marked.id } });
  await expect(post({ name: nickname })).rejects.toMatchObject({ id: 'not-allowed' });
});
