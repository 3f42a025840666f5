import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSite } from '../../test/site.ts';
import { forgetSettings, saveSettings } from '../site/settings.ts';

let site: Awaited<ReturnType<typeof testSite>>;

beforeEach(async () => {
  site = await testSite();
});
afterEach(() => site.close());

const inZhejiang = { address: '115.236.1.1' };
const abroad = { address: '8.8.8.8' };
type Viewer = Parameters<typeof site.as>[0];
const post = (text: string, viewer: Viewer = null, from = inZhejiang) =>
  site.as(viewer, from).board.post({ body: { text } });
const list = async () => (await site.as(null).board.list({ query: {} })).records;
const rows = () => site.db.selectFrom('boardMessages').selectAll().execute();
const pause = () => site.db.selectFrom('limits').selectAll().where('name', 'like', 'board %').execute();
const endPause = () =>
  site.db
    .updateTable('limits')
    .set({ resetsAt: Date.now() - 1 })
    .where('name', 'like', 'board %')
    .execute();
const droppedPages = async () =>
  (await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'drop-pages').execute()).map(
    ({ payload }) => payload,
  );

type Rules = Parameters<typeof saveSettings<'moderation'>>[2];
async function rule(rules: Rules) {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', rules));
  forgetSettings(site.db);
  await site.db.deleteFrom('outbox').execute();
}

test('a visitor’s message stands on the board at once, with the place it came from', async () => {
  const message = await post(' 路过，\n喝口水 ');
  expect(message).toMatchObject({ nickname: '游客', avatar: '', place: '浙江', text: '路过， 喝口水' });
  expect(await list()).toEqual([message]);
  expect(await rows()).toMatchObject([{ authorId: null, state: 'shown', reasons: '[]' }]);
  expect(await droppedPages()).toEqual(['{"tags":["board"]}']);
});

test('a member’s message has their own name', async () => {
  expect(await post('早', site.ming)).toMatchObject({ nickname: '阿明', text: '早' });
  expect(await rows()).toMatchObject([{ authorId: site.ming.id, nickname: '阿明' }]);
});

test('what draws nothing is refused and leaves nothing behind', async () => {
  for (const text of ['', '   ', '\n\t', '\u200b\u200d\ufeff', '\u3000', '\u2800', '\u3164', '\u0301', '\0'])
    await expect(post(text), JSON.stringify(text)).rejects.toMatchObject({
      id: 'invalid-input',
      message: '留言不能为空',
    });
  await expect(site.as(null).board.post({ body: {} as never })).rejects.toMatchObject({ message: '留言不能为空' });
  expect(await rows()).toEqual([]);
  expect(await pause()).toEqual([]);
});

test('a hundred characters may be said, emoji too, and not one more', async () => {
  await expect(post('字'.repeat(101))).rejects.toMatchObject({ message: '留言不能超过 100 个字', field: 'text' });
  await expect(post('长'.repeat(5000))).rejects.toMatchObject({ id: 'invalid-input' });
  expect(await rows()).toEqual([]);
  expect(await post('🌧'.repeat(100))).toMatchObject({ text: '🌧'.repeat(100) });
});

test('markup, addresses and mixed directions stay text', async () => {
  const text = '<img src=x onerror=alert(1)> javascript:alert(1) \u202eabc\u202c';
  expect((await post(text))?.text).toBe(text);
});

test('the next message of the same visitor is refused for thirty seconds, that of another one is not', async () => {
  await post('一');
  const refusal = await post('二').catch((error) => error);
  expect(refusal).toMatchObject({ id: 'too-many-requests', message: '30秒后才能再次留言' });
  expect(refusal.retryAfter).toBeGreaterThan(0);
  expect(refusal.retryAfter).toBeLessThanOrEqual(30);
  await post('三', null, abroad);
  await post('四', site.ming);
  await expect(post('五', site.ming, abroad)).rejects.toMatchObject({ id: 'too-many-requests' });
  expect((await list()).map(({ text }) => text).toSorted()).toEqual(['一', '三', '四']);
});

test('what was refused for its haste may be said when the time has come', async () => {
  await post('一');
  await expect(post('二')).rejects.toMatchObject({ id: 'too-many-requests' });
  await endPause();
  expect(await post('二')).toMatchObject({ text: '二' });
});

test('of many clicks at once one leaves a message', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => post('手快', site.ming)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('a masked word is covered before anyone sees it', async () => {
  await rule({ mask: ['傻瓜'] });
  expect(await post('傻*瓜好')).toMatchObject({ text: '＊＊好' });
  expect(await rows()).toMatchObject([{ text: '＊＊好' }]);
});

test('a held message is nowhere to be seen and drops no page', async () => {
  await rule({ hold: ['加微信'] });
  expect(await post('加微信')).toBeNull();
  expect(await site.as(null).board.list({ query: {} })).toMatchObject({ total: 0, records: [] });
  expect(await rows()).toMatchObject([{ state: 'held', reasons: '["含有需要审核的词「加微信」"]' }]);
  expect(await droppedPages()).toEqual([]);
  await expect(post('再来')).rejects.toMatchObject({ id: 'too-many-requests' });
});

test('the same words from the same place are held the second time', async () => {
  await post('沙发');
  await endPause();
  expect(await post('沙 发！')).toBeNull();
  expect(await list()).toHaveLength(1);
});
