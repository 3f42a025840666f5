import { beforeAll, expect, test } from 'vitest';
import { apiOf, officeOf } from './api.ts';
import { newMember, tokenFor, workDone } from './members.ts';
import { newStaff } from './office.ts';
import { openSite } from './stage.ts';

const { site } = openSite();
let office: ReturnType<typeof officeOf>;
beforeAll(async () => {
  const owner = await newStaff(site, 'owner');
  const token = await tokenFor(site, owner);
  office = officeOf(site, { token });
  await apiOf(site, { token }).accounts.confirm({ body: { password: owner.password } });
});

/** Saved in the back office, as its screens do. */
async function save(name: string, change: object) {
  const { version = '' } = (await office.settings.list()).find((group) => group.name === name) ?? {};
  await office.settings.save({ body: { name, value: { ...change }, version } });
}

/** Text of a page before any script has run. */
async function page(path: string) {
  const text = await (await fetch(site.url + path)).text();
  return text.replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

const menuItems = [
  { to: '/about', words: '关于我', hidden: false },
  { to: '/hot', words: '', hidden: true },
  { to: 'https://shop.example/', words: '纸铺', hidden: false },
];

/** Saved settings with where and how they show. */
const seen: [group: string, change: object, path: string, words: string[]][] = [
  ['identity', { name: '林间小屋' }, '/archive', ['property="og:site_name" content="林间小屋"', '2026 林间小屋']],
  ['identity', { tagline: '慢慢写' }, '/', ['<title>慢慢写</title>']],
  ['identity', { description: '一处写字的地方' }, '/', ['content="一处写字的地方"']],
  ['identity', { logo: '/files/ab/logo.webp' }, '/', ['src="/files/ab/logo.webp"']],
  ['author', { name: '阿树', intro: '种树的人', place: '林场' }, '/', ['阿树', '种树的人', '林场']],
  ['author', { avatar: '/files/ab/me.webp' }, '/', ['ab/me.webp']],
  ['author', { motto: '一树一树地写' }, '/links', ['一树一树地写']],
  ['contacts', { email: 'tree@mojian.example', qq: '10001', shown: ['email'] }, '/', ['mailto:tree@mojian.example']],
  ['announcement', { text: '本月写慢工具。' }, '/', ['本月写慢工具。']],
  ['about', { text: '## 一间**小屋**' }, '/about', ['<strong>小屋</strong>']],
  ['footer', { recordNum: '京ICP备20200301号' }, '/say', ['京ICP备20200301号']],
  [
    'footer',
    { policeRecordNum: '京公网安备11010502030143号' },
    '/links',
    ['href="https://beian.mps.gov.cn/#/query/webSearch?code=11010502030143"', '京公网安备11010502030143号'],
  ],
  ['footer', { sourceCode: 'https://code.example/ink' }, '/', ['href="https://code.example/ink"']],
  ['footer', { startedAt: Date.UTC(2011, 5, 1) }, '/category', ['© 2011–']],
  ['menu', { items: menuItems }, '/archive', ['>关于我<', 'href="https://shop.example/"', '>纸铺<']],
  ['look', { accent: '#1F5F8F' }, '/navigation', ['href="/accent.css?colour=1f5f8f"']],
  ['look', { theme: 'dark' }, '/tags', ['data-theme="dark"', 'name="theme-color" content="#15120f"']],
  ['look', { theme: 'dark' }, '/admin', ['data-theme="dark"']],
  ['rewards', { wechat: '/files/ab/pay.webp' }, '/article/1', ['赞赏']],
  ['seo', { keywords: '纸，墨' }, '/archive', ['content="纸，墨"']],
  ['seo', { google: 'G-code' }, '/', ['content="G-code"']],
  ['seo', { hidden: true }, '/tags', ['content="noindex"']],
];

test("saved settings show on the next visitor's pages without a restart", async () => {
  const paths = [...new Set(seen.map(([, , path]) => path))];
  const all = async () => new Map(await Promise.all(paths.map(async (path) => [path, await page(path)] as const)));
  const before = await all();
  for (const [group, change] of seen) await save(group, change);
  await save('chat', { name: '树下' });
  await workDone(site);
  const after = await all();
  for (const [group, change, path, words] of seen) {
    const status = (pages: typeof after) => words.filter((one) => pages.get(path)?.includes(one));
    const what = `${group} ${JSON.stringify(change)} on ${path}`;
    expect(status(before), `${what}, before`).toEqual([]);
    expect(status(after), what).toEqual(words);
  }
  // hidden menu entries are nowhere in the frame, hidden contacts in no reply
  const hot = (pages: typeof after) => pages.get('/archive')?.includes('href="/hot"');
  // the chat and the login dialog come after the page: they ask what the page was told
  expect((await apiOf(site).site.info()).data.chat.name).toBe('树下');
  expect([hot(before), hot(after)]).toEqual([true, false]);
  expect((await (await fetch(`${site.url}/`)).text()).includes('10001')).toBe(false);
});

test('moderation and writing settings apply to the next comment and writer', async () => {
  const member = await newMember(site);
  const mine = apiOf(site, { token: await tokenFor(site, member) });
  const says = async (text: string) => {
    const body = { articleId: 1, text, pictures: [], key: `key-${text.length}-${text}` };
    const posted = await mine.comments.post({ body });
    const { records } = await apiOf(site).comments.list({ query: { articleId: 1 } });
    return { held: posted.held, isPublic: records.some(({ id }) => id === posted.id), html: posted.html };
  };
  await save('moderation', { mask: ['青蛙'], hold: ['卖瓜'] });
  expect(await says('今晚有青蛙叫')).toMatchObject({
    held: false,
    isPublic: true,
    html: expect.stringContaining('＊'),
  });
  expect(await says('王婆卖瓜来了')).toMatchObject({ held: true, isPublic: false });
  await save('features', { comments: 'review' });
  expect(await says('一句寻常的话')).toMatchObject({ held: true, isPublic: false });

  await save('writing', { members: false });
  await expect(mine.drafts.create({ body: { key: 'seen-1', content: { title: '听雨' } } })).rejects.toThrow();
});

test('the running site answers WeChat’s callback check and writes its files in the data folder', async () => {
  const run = (what: 'wechatAccount' | 'storage') => office.selfTests.run({ body: { what } });
  await save('wechatAccount', { token: 'a-token-of-ours' });
  expect(await run('wechatAccount')).toEqual({ ok: true, text: '回调地址答得对' });
  expect(await run('storage')).toEqual({ ok: true, text: '能写，能读，能删' });
});
