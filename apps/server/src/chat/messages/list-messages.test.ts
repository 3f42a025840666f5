import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

type Page = Awaited<ReturnType<typeof conversation.history>>;
const texts = ({ records }: Pick<Page, 'records'>) => records.map(textOf);
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

/** So many messages of 小林’s, as they lie in the database. */
async function fill(count: number, roomId = group) {
  const rows = numbers(1, count).map((text, n) => ({ text, roomId, sendKey: text, seq: n + 1 }));
  const made = await site.db
    .insertInto('chatMessages')
    .values(rows.map((row) => ({ ...row, senderId: site.lin.id, createdAt: 1 })))
    .returning('id')
    .execute();
  await site.db.updateTable('chatSequence').set({ seq: count }).execute();
  return made.map(({ id }) => id);
}

test('the newest 30 are listed oldest first, and cursors lead to both ends', async () => {
  await fill(75);
  const newest = await conversation.history(site.ming);
  expect(texts(newest)).toEqual(numbers(46, 75));
  expect(newest.newer).toBeNull();
  const middle = await conversation.history(site.ming, group, { before: newest.older });
  const oldest = await conversation.history(site.ming, group, { before: middle.older });
  expect([texts(middle), texts(oldest), oldest.older]).toEqual([numbers(16, 45), numbers(1, 15), null]);
  const forth = await conversation.history(site.ming, group, { after: oldest.newer });
  const back = await conversation.history(site.ming, group, { after: forth.newer });
  expect([texts(forth), texts(back), back.newer]).toEqual([numbers(16, 45), numbers(46, 75), null]);
});

test('new messages do not shift pages', async () => {
  await fill(40);
  const newest = await conversation.history(site.ming);
  await conversation.say(site.lin, '插一句');
  expect(texts(await conversation.history(site.ming, group, { before: newest.older }))).toEqual(numbers(1, 10));
  expect(texts(await conversation.history(site.ming, group, { after: String(newest.records.at(-1)?.id) }))).toEqual([
    '插一句',
  ]);
});

test('a page around a message has as many messages before it as after it', async () => {
  const ids = await fill(75);
  const around = await conversation.history(site.ming, group, { around: ids[39] });
  expect(texts(around)).toEqual(numbers(25, 54));
  expect(texts(await conversation.history(site.ming, group, { before: around.older }))).toEqual(numbers(1, 24));
  expect(texts(await conversation.history(site.ming, group, { after: around.newer }))).toEqual(numbers(55, 75));
  const first = await conversation.history(site.ming, group, { around: ids[0] });
  expect([texts(first), first.older]).toEqual([numbers(1, 15), null]);
});

test('a forged cursor and an unknown message are refused', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const [secret] = await fill(1, roomId);
  for (const field of ['before', 'after'])
    await expect(conversation.history(site.ming, group, { [field]: '1-2' })).rejects.toMatchObject({
      id: 'invalid-input',
      field,
    });
  for (const around of [secret, 999])
    await expect(conversation.history(site.ming, group, { around })).rejects.toMatchObject({
      id: 'not-found',
      field: 'around',
    });
});

test('a private room is found by its number or its other member, and by its two members only', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '你好', roomId);
  const byUser = await site.as(site.ming).chat.history({ query: { userId: site.lin.id } });
  expect([texts(byUser), texts(await conversation.history(site.lin, roomId))]).toEqual([['你好'], ['你好']]);
  for (const query of [{ roomId }, { roomId: 999 }, { userId: site.lin.id }, { userId: 999 }])
    await expect(site.as(site.owner).chat.history({ query })).rejects.toMatchObject({ id: 'not-found' });
  for (const query of [{}, { roomId, userId: site.lin.id }])
    await expect(site.as(site.lin).chat.history({ query })).rejects.toMatchObject({ id: 'invalid-input' });
});

test('visitors read the group only if it is open, and nobody reads it while it is off', async () => {
  await conversation.say(site.lin, '大家好');
  const asVisitor = () => site.as(null).chat.group({ query: {} });
  const set = async (mode: 'open') => {
    await site.db.transaction().execute((trx) => saveSettings(trx, 'chat', { group: mode }));
    forgetSettings(site.db);
  };
  await expect(asVisitor()).rejects.toMatchObject({ id: 'signed-out' });
  await set('open');
  expect((await asVisitor()).records).toMatchObject([{ pieces: [{ text: '大家好' }], key: null }]);
  await site.turn({ group: false });
  for (const requested of [asVisitor(), site.as(site.owner).chat.group({ query: {} }), conversation.history(site.lin)])
    await expect(requested).rejects.toMatchObject({ id: 'feature-off' });
  expect((await conversation.list(site.lin)).data).toEqual([]);
  expect((await site.as(site.lin).chat.changes({ query: { seq: 0 } })).records).toEqual([]);
  expect((await site.as(site.lin).chat.search({ query: { text: '大家' } })).records).toEqual([]);
});

test('a message deleted for oneself stays for others', async () => {
  const said = await conversation.say(site.lin, '一');
  await conversation.say(site.lin, '二');
  await site.as(site.ming).chat.hide({ query: { id: said.id } });
  await site
    .as(site.ming)
    .chat.hide({ query: { id: said.id } })
    .catch(() => {});
  expect([texts(await conversation.history(site.ming)), texts(await conversation.history(site.lin))]).toEqual([
    ['二'],
    ['一', '二'],
  ]);
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const secret = await conversation.say(site.lin, '悄悄话', roomId);
  for (const id of [secret.id, 999])
    await expect(site.as(site.owner).chat.hide({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  expect(await site.db.selectFrom('chatHidden').select('userId').execute()).toEqual([{ userId: site.ming.id }]);
});

test('messages of blocked members are hidden in the group and stay in private rooms', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '私下的', roomId);
  await conversation.say(site.lin, '群里的');
  await site.as(site.ming).blocks.block({ query: { userId: site.lin.id } });
  expect(texts(await conversation.history(site.ming))).toEqual([]);
  expect(texts(await conversation.history(site.ming, roomId))).toEqual(['私下的']);
  expect((await conversation.list(site.ming)).extra.blocked).toEqual([site.lin.id]);
});

test('a held message is visible to its sender and the staff only', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', { hold: ['茶叶'] }));
  forgetSettings(site.db);
  const held = await conversation.say(site.lin, '卖茶叶 @阿明');
  expect(held).toMatchObject({ state: 'held', pieces: [{ text: '卖茶叶 @阿明' }] });
  expect([await conversation.history(site.lin), await conversation.history(site.owner)].map(texts)).toEqual([
    ['卖茶叶 @阿明'],
    ['卖茶叶 @阿明'],
  ]);
  expect(texts(await conversation.history(site.ming))).toEqual([]);
  expect((await site.as(site.ming).chat.changes({ query: { seq: 0 } })).records).toEqual([]);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ last: null, unread: 0, called: false });
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toEqual([]);
  await expect(conversation.say(site.ming, '引用', group, { quoteId: held.id })).rejects.toMatchObject({
    id: 'not-found',
  });

  await site.as(site.owner).chat.release({ body: { id: held.id } });
  expect(texts(await conversation.history(site.ming))).toEqual(['卖茶叶 @阿明']);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ unread: 1, called: true });
});

test('a mention notifies a member once, with a link to the message', async () => {
  const said = await conversation.say(site.lin, '@阿明 @阿明 来一下 @小林 @没有这人');
  expect(said.pieces).toEqual([
    { text: '@阿明', memberId: site.ming.id },
    { text: ' ' },
    { text: '@阿明', memberId: site.ming.id },
    { text: ' 来一下 @小林 @没有这人' },
  ]);
  const { records } = await site.as(site.ming).notices.list({ query: { type: 1 } });
  expect(records).toMatchObject([
    {
      subject: 'chat',
      reason: 'mention',
      link: `/im?message=${said.id}`,
      text: '@阿明 @阿明 来一下 @小林 @没有这人',
      count: 1,
    },
  ]);
  expect((await site.as(site.lin).notices.list({ query: { type: 1 } })).records).toEqual([]);
  expect(await conversation.roomFor(site.ming)).toMatchObject({ called: true });

  const roomId = await conversation.roomOf(site.lin, site.ming);
  expect((await conversation.say(site.lin, '@阿明', roomId)).pieces).toEqual([{ text: '@阿明' }]);
  await site.as(site.ming).blocks.block({ query: { userId: site.lin.id } });
  await conversation.say(site.lin, '@阿明 还在吗');
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toHaveLength(1);
});

test('mention suggestions list recent speakers first, without blocked members and oneself', async () => {
  const people = async (prefix: string) =>
    (await site.as(site.lin).chat.people({ query: { prefix } })).map(({ nickname }) => nickname);
  expect(await people('')).toEqual([]);
  expect(await people('阿')).toEqual(['阿明']);
  await conversation.say(site.owner, '我在');
  await conversation.say(site.lin, '我也在');
  expect(await people('')).toEqual(['站长']);
  await site.as(site.lin).blocks.block({ query: { userId: site.ming.id } });
  expect(await people('阿')).toEqual([]);
});
