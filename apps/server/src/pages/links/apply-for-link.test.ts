import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../../test/site.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const friend = {
  name: '河边修表铺',
  info: '修表，也修时间。',
  url: 'https://xiubiao.example/',
  avatar: 'https://xiubiao.example/face.png',
  email: 'a@xiubiao.example',
};
const apply = (change: object = {}) => site.as(null).links.apply({ body: { ...friend, ...change } });
const rows = () => site.db.selectFrom('links').selectAll().orderBy('id').execute();
const shown = () => site.as(null).links.list();
const reported = async () =>
  (await site.as(site.owner).notices.list({ query: { type: 0 } })).records.map(({ text }) => text);

test('an application waits hidden, and the owner is notified', async () => {
  expect(await apply({ name: ' 河边\n修表铺 ' })).toBeNull();
  expect(await rows()).toMatchObject([
    {
      name: '河边 修表铺',
      intro: friend.info,
      url: friend.url,
      avatar: friend.avatar,
      email: friend.email,
      state: 'pending',
    },
  ]);
  expect(await shown()).toMatchObject({ count: 0, groups: [] });
  expect(await reported()).toEqual(['「河边 修表铺」来申请友链：https://xiubiao.example/\n修表，也修时间。']);
  expect(await site.letters()).toEqual([]);
});

test('a site without a picture is accepted, and shown by its name', async () => {
  expect(await apply({ avatar: '' })).toBeNull();
  expect(await rows()).toMatchObject([{ avatar: '', state: 'pending' }]);
});

test.each([
  ['name', '', '请输入网站名称'],
  ['name', '\u200b \u3164', '请输入网站名称'],
  ['name', undefined, '请输入网站名称'],
  ['name', '名'.repeat(31), '网站名称不能超过 30 个字'],
  ['info', ' ', '请输入网站简介'],
  ['info', '字'.repeat(5000), '网站简介不能超过 100 个字'],
  ['url', '', '请输入网址'],
  ['url', 'xiubiao', '请输入正确的网址'],
  ['url', 'javascript:alert(1)//https://a.cn', '请输入正确的网址'],
  ['url', 'data:text/html,x', '请输入正确的网址'],
  ['url', `https://a.cn/${'x'.repeat(300)}`, '网址过长'],
  ['url', 'http://127.0.0.1:8080/', '这个地址别人打不开，请换成公网上的'],
  ['url', 'http://localhost', '这个地址别人打不开，请换成公网上的'],
  ['url', 'http://[::1]/', '这个地址别人打不开，请换成公网上的'],
  ['url', 'http://2130706433/', '这个地址别人打不开，请换成公网上的'],
  ['url', 'http://MOJIAN.example/about', '这是本站自己的地址'],
  ['url', 'https://www.mojian.example', '这是本站自己的地址'],
  ['avatar', '/face.png', '请输入正确的头像地址'],
  ['avatar', 'http://192.168.1.1/a.png', '这个地址别人打不开，请换成公网上的'],
  ['email', '', '请输入邮箱'],
  ['email', 'a@b', '请输入正确的邮箱'],
  ['email', `${'a'.repeat(100)}@b.cn`, '邮箱过长'],
])('%s %j is refused and leaves nothing behind', async (field, value, message) => {
  await expect(apply({ [field]: value })).rejects.toMatchObject({ id: 'invalid-input', field, message });
  expect(await rows()).toEqual([]);
  expect(await reported()).toEqual([]);
});

test('one site is asked for once, however its address is written', async () => {
  await apply({ url: 'https://xiubiao.example/blog/' });
  for (const url of [
    'https://xiubiao.example/blog',
    'http://xiubiao.example/blog/',
    'https://www.xiubiao.example/Blog',
    'HTTPS://XIUBIAO.EXAMPLE:443/blog#top',
  ])
    await expect(apply({ url }), url).rejects.toMatchObject({
      id: 'taken',
      field: 'url',
      message: '友链已存在，如需修改请留言!',
    });
  expect(await rows()).toHaveLength(1);
  expect(await reported()).toHaveLength(1);
  await apply({ url: 'https://xiubiao.example/other' });
  await apply({ url: 'https://shop.xiubiao.example/blog' });
  expect(await rows()).toHaveLength(3);
});

test('an existing link blocks an application, a refused one may apply again, and malformed ones are ignored', async () => {
  const old = { groupName: '朋友', name: '旧', createdAt: 0 };
  const urls = ['http://www.xiubiao.example', friend.url, 'not a url'];
  await site.db
    .insertInto('links')
    .values(urls.map((url) => ({ ...old, url })))
    .execute();
  await expect(apply()).rejects.toMatchObject({ id: 'taken' });
  await site.db.updateTable('links').set({ state: 'refused' }).where('url', '=', friend.url).execute();
  await expect(apply()).rejects.toMatchObject({ id: 'taken' });
  await site.db.updateTable('links').set({ state: 'refused' }).execute();
  await apply();
  expect((await rows()).map(({ state, url }) => [state, url])).toEqual([
    ['refused', 'not a url'],
    ['pending', friend.url],
  ]);
});

test('one of concurrent submissions makes an application', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => apply()));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('the sixth within an hour from one address is refused', async () => {
  await site.close();
  site = await testSite({ limits: true });
  for (let count = 0; count < 5; count++) await apply({ url: `https://${count}.example` });
  await expect(apply({ url: 'https://six.example' })).rejects.toMatchObject({ id: 'too-many-requests' });
  expect(await rows()).toHaveLength(5);
});
