import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { postBoardMessage } from './board.ts';

const site = freshSite();

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

test('a visitor’s message appears on the board at once, with its region', async () => {
  const message = await post(' 路过，\n喝口水 ');
  expect(message).toMatchObject({ nickname: '游客', avatar: '', place: '浙江', text: '路过， 喝口水' });
  expect(await list()).toEqual([message]);
  expect(await rows()).toMatchObject([{ authorId: null, state: 'shown', reasons: '[]' }]);
  expect(await droppedPages()).toEqual([expect.stringContaining('{"tags":["board"],"addedAt":')]);
});

test('a member’s message has their own name', async () => {
  expect(await post('早', site.ming)).toMatchObject({ nickname: '阿明', text: '早' });
  expect(await rows()).toMatchObject([{ authorId: site.ming.id, nickname: '阿明' }]);
});

test('invisible text is refused and leaves nothing behind', async () => {
  for (const text of ['', '   ', '\n\t', '\u200b\u200d\ufeff', '\u3000', '\u2800', '\u3164', '\u0301', '\0'])
    await expect(post(text), JSON.stringify(text)).rejects.toMatchObject({
      id: 'invalid-input',
      message: '留言不能为空',
    });
  await expect(site.as(null).board.post({ body: {} as never })).rejects.toMatchObject({ message: '留言不能为空' });
  expect(await rows()).toEqual([]);
  expect(await pause()).toEqual([]);
});

test('a message may have a hundred characters, emoji included, and no more', async () => {
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

test('a rate-limited message is accepted after the interval', async () => {
  await post('一');
  await expect(post('二')).rejects.toMatchObject({ id: 'too-many-requests' });
  await endPause();
  expect(await post('二')).toMatchObject({ text: '二' });
});

test.each(['a visitor', 'a member'])('of many clicks of %s at once one leaves a message', async (who) => {
  const viewer = who === 'a member' ? site.ming : null;
  const answers = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => post(`手快 ${n}`, viewer)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('another address of the same network does not end a visitor’s pause', async () => {
  await post('一', null, { address: '2001:db8:1:2::1' });
  for (const address of ['2001:db8:1:2::2', '2001:0db8:0001:0002:ffff:ffff:ffff:ffff'])
    await expect(post('二', null, { address }), address).rejects.toMatchObject({ id: 'too-many-requests' });
  await post('三', null, { address: '2001:db8:1:3::1' });
  expect(await rows()).toHaveLength(2);
});

test('the number of streams per address is limited across accounts', async () => {
  const members = Array.from({ length: 8 }, (_, n) => ({ id: 900 + n, nickname: `分身${n}`, role: 'member' as const }));
  await site.db
    .insertInto('users')
    .values(members.map((member) => ({ ...member, createdAt: 0 })))
    .execute();
  const by = (id: number) => ({ viewer: { ...site.ming, id }, address: inZhejiang.address });
  for (const { id } of members.slice(0, 6)) await postBoardMessage(site.db, `我是 ${id}`, by(id));
  await expect(postBoardMessage(site.db, '还有我', by(906))).rejects.toMatchObject({ message: '30秒后才能再次留言' });
  expect(await rows()).toHaveLength(6);
  // a refusal does not start the member's own pause
  await postBoardMessage(site.db, '换个地方说', { ...by(906), ...abroad });
});

test('a visitor’s held message is shown to nobody, and starts the pause like any other', async () => {
  await site.change('moderation', { hold: ['加微信'] });
  expect(await post('加微信')).toBeNull();
  expect(await site.as(null).board.list({ query: {} })).toMatchObject({ total: 0, records: [] });
  expect(await rows()).toMatchObject([{ state: 'held', authorId: null }]);
  await expect(post('再来')).rejects.toMatchObject({ id: 'too-many-requests' });
});

test('a repeated message from the same address is held', async () => {
  await post('沙发');
  await endPause();
  expect(await post('沙 发！')).toBeNull();
  expect(await list()).toHaveLength(1);
});
