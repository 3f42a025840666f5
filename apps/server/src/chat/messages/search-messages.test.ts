import { beforeEach, expect, test } from 'vitest';
import { chatIn, group, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const search = (viewer: typeof site.lin, text: string, more: object = {}) =>
  site.as(viewer).chat.search({ query: { text, ...more } });
const found = async (...input: Parameters<typeof search>) => (await search(...input)).records.map(textOf);

test('messages are found by text, newest first, in the group and the viewer’s rooms', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '搜索引擎真快');
  await conversation.say(site.ming, '引擎声太大', roomId);
  await conversation.say(site.owner, 'The ENGINE room');
  expect(await found(site.lin, '引擎')).toEqual(['引擎声太大', '搜索引擎真快']);
  expect(await found(site.lin, '引擎', { roomId })).toEqual(['引擎声太大']);
  expect(await found(site.lin, 'engi')).toEqual(['The ENGINE room']);
  expect(await found(site.owner, '引擎')).toEqual(['搜索引擎真快']);
  expect(await found(site.lin, '擎引')).toEqual([]);
});

test('search never covers another’s room', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '密码是三七', roomId);
  expect(await found(site.owner, '密码')).toEqual([]);
  await expect(search(site.owner, '密码', { roomId })).rejects.toMatchObject({ id: 'not-found', field: 'roomId' });
});

test('withdrawn, removed, deleted, cleared and blocked messages are never found', async () => {
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const withdrawn = await conversation.say(site.lin, '引擎一');
  const removed = await conversation.say(site.lin, '引擎二');
  const hidden = await conversation.say(site.lin, '引擎三');
  await conversation.say(site.ming, '引擎四');
  await conversation.say(site.ming, '引擎五', roomId);
  await site.as(site.lin).chat.withdraw({ body: { id: withdrawn.id } });
  await site.as(site.owner).chat.withdraw({ body: { id: removed.id } });
  await site.as(site.ming).chat.hide({ query: { id: hidden.id } });
  await site.as(site.ming).chat.deleteRoom({ query: { roomId } });
  expect(await found(site.ming, '引擎')).toEqual(['引擎四']);
  expect(await found(site.lin, '引擎')).toEqual(['引擎五', '引擎四', '引擎三']);
  await site.as(site.lin).blocks.block({ query: { userId: site.ming.id } });
  expect(await found(site.lin, '引擎')).toEqual(['引擎五', '引擎三']);
});

test('a page continues where the previous one ended', async () => {
  for (let n = 1; n <= 45; n++) await conversation.say(site.lin, `引擎 ${n}`);
  const numbers: number[] = [];
  let next: string | null = null;
  const sizes: number[] = [];
  do {
    const page: Awaited<ReturnType<typeof search>> = await search(site.lin, '引擎', next ? { after: next } : {});
    numbers.push(...page.records.map(({ id }) => id));
    sizes.push(page.records.length);
    next = page.next;
  } while (next);
  expect(sizes).toEqual([20, 20, 5]);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  expect(new Set(numbers).size).toBe(45);
});

test('search finds the rest beyond many messages deleted for oneself', async () => {
  const first = await conversation.say(site.lin, '引擎');
  const rows = Array.from({ length: 1500 }, (_, n) => ({ seq: 1000 + n, sendKey: String(n), text: '引擎' }));
  await site.db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += 500) {
      const made = await trx
        .insertInto('chatMessages')
        .values(
          rows.slice(from, from + 500).map((row) => ({ ...row, roomId: group, senderId: site.ming.id, createdAt: 1 })),
        )
        .returning('id')
        .execute();
      await trx
        .insertInto('chatHidden')
        .values(made.map(({ id }) => ({ messageId: id, userId: site.lin.id })))
        .execute();
      for (const { id } of made) await site.search.lines.index(trx, { id, scope: group, text: '引擎' });
    }
  });
  const page = await search(site.lin, '引擎');
  const rest = await search(site.lin, '引擎', { after: page.next ?? undefined });
  expect([...page.records, ...rest.records].map(({ id }) => id)).toEqual([first.id]);
  expect(rest.next).toBeNull();
});

test.each([
  '"',
  "'; drop table lines; --",
  '%',
  '\\',
  '{words}: x',
  'NOT',
  's1',
  's:1',
  '😀',
  '\ud800',
  '长'.repeat(50),
])('a search for %j finds nothing and raises no error', async (text) => {
  await conversation.say(site.lin, '普通的话');
  expect(await search(site.lin, text)).toEqual({ records: [], next: null });
});

test('an empty or overlong text and an unknown cursor are refused', async () => {
  for (const text of ['', '  ', '长'.repeat(51)])
    await expect(search(site.lin, text)).rejects.toMatchObject({ id: 'invalid-input', field: 'text' });
  await expect(search(site.lin, '话', { after: 'x' })).rejects.toMatchObject({ id: 'invalid-input', field: 'after' });
});
