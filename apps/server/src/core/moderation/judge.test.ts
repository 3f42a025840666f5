import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../settings/settings.ts';
import { judge, judgeRendered, type Said } from './judge.ts';

const site = freshSite();

type Rules = Parameters<typeof saveSettings<'moderation'>>[2];
async function rule(rules: Rules) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', rules));
  forgetSettings(site.db);
}
const judged = (text: string, by: Partial<Said> = {}) => judge(site.db, { text, authorId: site.ming.id, ...by });
const posted = (text: string, more: { state?: 'shown' | 'held'; createdAt?: number; authorId?: number } = {}) =>
  site.db
    .insertInto('boardMessages')
    .values({ text, nickname: '阿明', authorId: site.ming.id, createdAt: Date.now(), ...more })
    .execute();
const shown = (text: string) => ({ state: 'shown', text, reasons: [] });
const held = (text: string, ...reasons: string[]) => ({ state: 'held', text, reasons });

test('without rules everything is shown as it was written', async () => {
  expect(await judged(' 你好 <b> **x** ')).toEqual(shown(' 你好 <b> **x** '));
  expect(await judged('')).toEqual(shown(''));
});

test('a masked word is covered; a held word holds the text and is named once', async () => {
  await rule({ mask: ['傻瓜'], hold: ['加微信', '代开发票'] });
  expect(await judged('你这傻 瓜')).toEqual(shown('你这＊＊'));
  expect(await judged('傻瓜，加、微、信 加微信')).toEqual(
    held('＊＊，加、微、信 加微信', '含有需要审核的词「加微信」'),
  );
  await rule({ mask: ['别的'] });
  expect(await judged('傻瓜加微信')).toEqual(shown('傻瓜加微信'));
});

test('a text is held for words and links that only its rendering shows, not for the covers in it', async () => {
  await rule({ mask: ['大傻瓜'], hold: ['坏蛋', 'xxx'], links: 1 });
  const before = { state: 'shown' as const, reasons: [] };
  const rendered = (html: string, role: 'member' | 'owner' = 'member') =>
    judgeRendered(site.db, before, { html, role });
  expect(await rendered('<p>坏<a href="/a"></a>蛋</p>')).toEqual({
    state: 'held',
    reasons: ['含有需要审核的词「坏蛋」'],
  });
  expect(await rendered('<p>坏＊＊＊蛋 &amp; <a href="/a">x</a></p>')).toBe(before);
  const link = '<a rel="nofollow" href="https://a.cn">甲</a>';
  expect(await rendered(link)).toBe(before);
  expect(await rendered(link + link)).toMatchObject({ state: 'held', reasons: ['链接超过 1 个'] });
  expect(await rendered(`坏蛋${link}${link}`, 'owner')).toBe(before);
});

test('more links than allowed are held, with a scheme or without one', async () => {
  expect((await judged('https://a.cn http://b.cn')).state).toBe('shown');
  expect(await judged('https://a.cn，www.b.cn 和 c.com/x')).toMatchObject({
    state: 'held',
    reasons: ['链接超过 2 个'],
  });
  expect((await judged('http://a.cnhttp://b.cnHTTPS://c.cn')).state).toBe('held');
  expect((await judged('main.ts、index.html、1.5 和 a@b.com a@c.com a@d.com')).state).toBe('shown');
  await rule({ links: 0 });
  expect((await judged('见 ｗｗｗ.a.cn')).state).toBe('held');
});

test('a repetition by the same member is held for ten minutes, also in another spelling', async () => {
  await posted('今天天气真好');
  expect(await judged('今天，天气真好！')).toMatchObject({ state: 'held', reasons: ['十分钟内说过同样的话'] });
  expect((await judged('今天天气真好', { authorId: site.lin.id })).state).toBe('shown');
  expect((await judged('今天天气不好')).state).toBe('shown');
  await site.db
    .updateTable('boardMessages')
    .set({ createdAt: Date.now() - 600_001 })
    .execute();
  expect((await judged('今天天气真好')).state).toBe('shown');
});

test('rows of emoji are repetitions only if equal', async () => {
  await posted('👍👍');
  expect((await judged('👍👍')).state).toBe('held');
  expect((await judged('👍')).state).toBe('shown');
});

test('an earlier comment also unlocks, unless it was deleted', async () => {
  const articleId = await site.writes();
  const comment = { articleId, authorId: site.ming.id, text: '写得真好', createdAt: Date.now(), removedAt: null };
  await site.db
    .insertInto('comments')
    .values({ ...comment, sayId: null, parentId: null, replyToId: null, sendKey: null })
    .execute();
  expect((await judged('写得真好')).state).toBe('held');
  await site.db.updateTable('comments').set({ removedAt: Date.now() }).execute();
  expect((await judged('写得真好')).state).toBe('shown');
});

test('texts that differ in their numbers only are held from the fourth on, short ones and chat aside', async () => {
  for (const n of [1, 2, 33]) {
    expect(await judged(`低价代开发票第 ${n} 弹`)).toMatchObject({ state: 'shown' });
    await posted(`低价代开发票第 ${n} 弹`);
    await posted(`第 ${n} 天`);
  }
  expect(await judged('低价，代开发票第４４弹！')).toMatchObject({ state: 'held', reasons: ['十分钟内说过同样的话'] });
  expect(await judged('低价代开发票第 5 弹', { isChat: true })).toMatchObject({ state: 'shown' });
  expect(await judged('第 4 天')).toMatchObject({ state: 'shown' });
});

test('a visitor who repeats themselves is held, another one is not', async () => {
  const visitor = { authorId: null, visitor: '1.2.3.4' };
  expect((await judged('路过', visitor)).state).toBe('shown');
  expect((await judged('路 过！', visitor)).reasons).toEqual(['十分钟内说过同样的话']);
  expect((await judged('路过', { authorId: null, visitor: '4.3.2.1' })).state).toBe('shown');
  expect((await judged('路过', { authorId: null })).state).toBe('shown');
});

test('mode first holds members until one of their texts was shown, and visitors always', async () => {
  await rule({ mode: 'first' });
  expect((await judged('你好')).reasons).toEqual(['第一次发言先审核']);
  await posted('早', { state: 'held' });
  await posted('早', { authorId: site.lin.id });
  expect((await judged('你好')).state).toBe('held');
  await posted('晚');
  expect((await judged('你好')).state).toBe('shown');
  expect((await judged('你好', { authorId: null })).reasons).toEqual(['访客的话先审核']);
});

test('mode all holds everybody except staff', async () => {
  await rule({ mode: 'all', mask: ['傻瓜'], hold: ['微信'], links: 0 });
  const text = '傻瓜，微信 https://a.cn';
  expect((await judged('你好')).reasons).toEqual(['所有内容都先审核']);
  for (const role of ['owner', 'admin', 'editor', 'moderator'] as const)
    expect(await judged(text, { role })).toEqual(shown(text));
  expect(await judged(text, { authorId: site.owner.id })).toEqual(shown(text));
  expect((await judged(text)).reasons).toHaveLength(3);
  expect((await judged(text, { role: 'demo' })).state).toBe('held');
});
