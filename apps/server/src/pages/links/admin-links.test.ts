import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const office = () => site.office(site.owner).links;
const friend = { name: '邻居', info: '写字', url: 'https://friend.example', avatar: '', email: '', groupName: '朋友' };
const applied = async (name = '邻居') => {
  const avatar = 'https://friend.example/a.png';
  const url = `https://${name === '邻居' ? 'friend' : 'other'}.example`;
  await site.as(null).links.apply({ body: { name, info: '写字', url, avatar, email: 'a@friend.example' } });
  return (await site.db.selectFrom('links').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
};
const add = (change: object = {}) => office().add({ body: { ...friend, ...change } });
const shown = async () =>
  (await site.as(null).links.list()).groups.map(({ name, links }) => [name, ...links.map((link) => link.name)]);
const acts = async () =>
  (await site.db.selectFrom('auditLog').select('act').orderBy('id').execute()).map(({ act }) => act);

test('an application is refused with a reason in the mail, which is previewed', async () => {
  const id = await applied();
  const reason = '还没有十篇文章';
  const mail = await office().letter({ query: { id, act: 'refuse', reason } });
  expect(mail).toMatchObject({ to: 'a@friend.example', subject: '友链申请没有通过' });
  const refuse = (words: string) => office().act({ body: { ids: [id], act: 'refuse', reason: words } });
  expect((await refuse(' ')).failed).toEqual([{ id, why: '请写下原因' }]);
  expect(await site.letters()).toEqual([]);
  expect(await acts()).toEqual([]);
  expect((await refuse(reason)).done).toBe(1);
  expect((await site.letters())[0]?.lines).toEqual(mail.lines);
  expect((await office().list({ query: { state: 'refused' } })).records).toMatchObject([{ reason, state: 'refused' }]);
  expect((await refuse(reason)).failed).toEqual([{ id, why: '这份申请已经处理过了' }]);
  expect(await acts()).toEqual(['links.refuse']);
});

test('an application is approved into a group, and removed again', async () => {
  const id = await applied();
  expect((await office().act({ body: { ids: [id], act: 'approve', groupName: '朋友' } })).done).toBe(1);
  expect(await shown()).toEqual([['朋友', '邻居']]);
  expect(await office().act({ body: { ids: [id, 999], act: 'remove' } })).toEqual({
    done: 1,
    failed: [{ id: 999, why: '友链不存在' }],
  });
  expect(await shown()).toEqual([]);
  expect(await acts()).toEqual(['links.approve', 'links.remove']);
});

test('a friend is added and changed; the second of two concurrent changes is a conflict', async () => {
  const { id } = await add();
  const change = (version: number, words: object) => office().change({ body: { ...friend, id, version, ...words } });
  await change(0, { name: '新名' });
  await expect(change(0, { name: '别的' })).rejects.toMatchObject({ id: 'stale' });
  expect(await shown()).toEqual([['朋友', '新名']]);
  await expect(office().change({ body: { ...friend, id: 999, version: 0 } })).rejects.toMatchObject({
    id: 'not-found',
  });
  expect(await acts()).toEqual(['links.add', 'links.change']);
});

test.each([
  ['name', '', '请输入网站名称'],
  ['url', 'javascript:alert(1)', '请输入正确的网址'],
  ['url', 'http://127.0.0.1/', '这个地址别人打不开，请换成公网上的'],
  ['url', 'https://mojian.example/', '这是本站自己的地址'],
  ['avatar', 'data:image/png,x', '请输入正确的头像地址'],
  ['avatar', 'http://10.0.0.1/a.png', '这个地址别人打不开，请换成公网上的'],
  ['email', 'a@b', '请输入正确的邮箱'],
  ['groupName', '组'.repeat(31), '组名不能超过 30 个字'],
])('%s %j is refused and leaves nothing behind', async (field, value, message) => {
  await expect(add({ [field]: value })).rejects.toMatchObject({ id: 'invalid-input', field, message });
  expect(await shown()).toEqual([]);
  expect(await acts()).toEqual([]);
});

test('a site already listed or pending is not added again', async () => {
  await add();
  await expect(add({ url: 'http://www.friend.example/' })).rejects.toMatchObject({ id: 'taken', field: 'url' });
  expect(await shown()).toEqual([['朋友', '邻居']]);
});

test('groups and links keep the given order, and an incomplete order is refused', async () => {
  const [a, b, c] = [
    (await add({ name: '一', url: 'https://a.example' })).id,
    (await add({ name: '二', url: 'https://b.example' })).id,
    (await add({ name: '三', url: 'https://c.example', groupName: '工具' })).id,
  ];
  const arrange = (groups: { name: string; ids: number[] }[]) => office().arrange({ body: { groups } });
  await arrange([
    { name: '工具', ids: [c, a] },
    { name: '朋友', ids: [b] },
  ]);
  expect(await shown()).toEqual([
    ['工具', '三', '一'],
    ['朋友', '二'],
  ]);
  for (const ids of [
    [a, b],
    [a, b, b],
    [a, b, 999],
    [a, b, c, c],
  ])
    await expect(arrange([{ name: '', ids }]), String(ids)).rejects.toMatchObject({ id: 'stale' });
  expect((await office().order()).map(({ name }) => name)).toEqual(['工具', '朋友']);
  await add({ name: '四', url: 'https://d.example' });
  expect((await shown())[1]).toEqual(['朋友', '二', '四']);
});

test('the demo account sees no e-mail in lists or mails', async () => {
  const id = await applied();
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  const demo = site.office(site.lin).links;
  expect((await demo.list({ query: {} })).records).toMatchObject([{ email: '••••' }]);
  expect((await demo.letter({ query: { id, act: 'approve' } })).to).toBe('••••');
});

test('the owner sets the address of a feed by hand, leaves a friend out, and sees how reading went', async () => {
  const { id } = await add({ feedUrl: 'https://friend.example/mine.xml' });
  const [link] = (await office().list({ query: {} })).records;
  expect(link).toMatchObject({ feedUrl: 'https://friend.example/mine.xml', readsFeed: true, feed: null });
  const feed = {
    linkId: id,
    soughtFor: '',
    url: 'https://friend.example/mine.xml',
    dueAt: 0,
    readAt: 1000,
    failure: '对方没有应答',
  };
  await site.db.insertInto('neighbourFeeds').values(feed).execute();
  await office().change({ body: { ...friend, id, version: 0, readsFeed: false } });
  expect((await office().list({ query: { text: '邻居' } })).records).toMatchObject([
    {
      feedUrl: '',
      readsFeed: false,
      feed: { url: feed.url, readAt: '1970-01-01T00:00:01.000Z', failure: '对方没有应答' },
    },
  ]);
  const drops = site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').orderBy('id', 'desc');
  expect((await drops.executeTakeFirstOrThrow()).payload).toContain('neighbours');
  for (const feedUrl of ['http://10.0.0.1/feed', 'http://localhost/feed'])
    await expect(add({ url: 'https://other.example', feedUrl })).rejects.toMatchObject({ field: 'feedUrl' });
  await expect(add({ url: 'https://other.example', feedUrl: 'javascript:alert(1)' })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'feedUrl',
  });
});
