import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatIn, group } from '../../../test/chat.ts';
import { noise } from '../../../test/noise.ts';
import { testSite } from '../../../test/site.ts';
import { upload } from '../../../test/upload.ts';
import { dropIfUnshown, dropUnshown } from '../../core/uploads/drop-picture.ts';
import { Outbox } from '../../platform/outbox/outbox.ts';

let site: Awaited<ReturnType<typeof testSite>>;
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  site = await testSite();
  conversation = chatIn(site);
});
afterEach(async () => {
  vi.useRealTimers();
  await site.close();
});

const withdraw = (viewer: typeof site.lin, id: number) => site.as(viewer).chat.withdraw({ body: { id } });
const next = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
const performDue = () => {
  const effects = { [dropUnshown]: (input: { url: string; userId: number }) => dropIfUnshown(site, input) };
  return new Outbox({ db: site.db, effects: { ...effects, live: async () => {} } }).run();
};
const photo = noise(40);
const uploaded = async (viewer: typeof site.lin) => (await upload(site, viewer, await photo)).data.url;

test('a withdrawn message leaves an empty placeholder for all', async () => {
  const said = await conversation.say(site.lin, '说错了 @阿明');
  const answer = await conversation.say(site.ming, '什么？', group, { quoteId: said.id });
  const gone = await withdraw(site.lin, said.id);
  expect(gone).toMatchObject({ id: said.id, state: 'withdrawn', pieces: [], picture: null, quote: null, place: '' });
  expect(gone.seq).toBeGreaterThan(answer.seq);
  const { records } = await conversation.history(site.ming);
  expect(records[0]).toEqual({ ...gone, key: null });
  expect(records[1]?.quote).toMatchObject({ id: said.id, sender: '小林', text: '', isPicture: false, isGone: true });
  const row = await site.db.selectFrom('chatMessages').selectAll().where('id', '=', said.id).executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain('说错了');
});

test('a message can be withdrawn for two minutes by the server’s clock', async () => {
  next(0); // from here on no time passes by itself
  const said = await conversation.say(site.lin, '早');
  const other = await conversation.say(site.lin, '晚');
  next(119);
  expect((await withdraw(site.lin, said.id)).state).toBe('withdrawn');
  next(3);
  await expect(withdraw(site.lin, other.id)).rejects.toMatchObject({
    id: 'not-allowed',
    message: '撤回失败，只能撤回两分钟以内的消息',
  });
  expect((await conversation.history(site.ming)).records.map(({ state }) => state)).toEqual(['withdrawn', 'shown']);
});

test('withdrawing twice changes nothing', async () => {
  const said = await conversation.say(site.lin, '早');
  const gone = await withdraw(site.lin, said.id);
  expect(await withdraw(site.lin, said.id)).toEqual(gone);
});

test('another’s message is not withdrawn; an unknown or foreign one is not found', async () => {
  const said = await conversation.say(site.lin, '我说的');
  await expect(withdraw(site.ming, said.id)).rejects.toMatchObject({
    id: 'not-allowed',
    message: '只能撤回自己的消息',
  });
  const roomId = await conversation.roomOf(site.lin, site.ming);
  const secret = await conversation.say(site.lin, '悄悄话', roomId);
  for (const id of [secret.id, 999])
    await expect(withdraw(site.owner, id)).rejects.toMatchObject({ id: 'not-found', field: 'id' });
  await expect(withdraw(site.ming, secret.id)).rejects.toMatchObject({ id: 'not-allowed' });
  expect((await conversation.history(site.lin, roomId)).records[0]?.pieces).toEqual([{ text: '悄悄话' }]);
});

test('the staff removes anything from the group, however old', async () => {
  const said = await conversation.say(site.lin, '广告');
  next(3600);
  expect((await withdraw(site.owner, said.id)).state).toBe('removed');
  expect((await conversation.history(site.ming)).records[0]).toMatchObject({ state: 'removed', pieces: [] });
});

test('editing away a mention removes it', async () => {
  const said = await conversation.say(site.lin, '@阿明 来');
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toHaveLength(1);
  await withdraw(site.lin, said.id);
  expect((await site.as(site.ming).notices.list({ query: { type: 1 } })).records).toEqual([]);
  expect(await site.db.selectFrom('chatCalls').selectAll().execute()).toEqual([]);
  expect((await conversation.roomFor(site.ming))?.called).toBe(false);
});

test('withdrawing a message removes its picture from storage', async () => {
  const url = await uploaded(site.lin);
  const said = await conversation.say(site.lin, '', group, { picture: url });
  expect(said.picture).toMatchObject({ width: expect.any(Number), thumbhash: expect.any(String) });
  expect(said.picture?.url.split('?')[0]).toBe(url);
  expect((await conversation.roomFor(site.ming))?.last?.text).toBe('[图片]');
  await withdraw(site.lin, said.id);
  await performDue();
  expect(await site.keptFiles()).toBe(0);
  expect(await site.db.selectFrom('files').select('key').execute()).toEqual([]);
});

test.each(['another message', 'a profile', 'another member'])('but stays where %s has it too', async (who) => {
  const url = await uploaded(site.lin);
  const said = await conversation.say(site.lin, '', group, { picture: url });
  if (who === 'another message') await conversation.say(site.lin, '再发一次', group, { picture: url });
  if (who === 'a profile')
    await site.db.updateTable('users').set({ avatar: url }).where('id', '=', site.ming.id).execute();
  if (who === 'another member') await uploaded(site.ming);
  const files = await site.keptFiles();
  await withdraw(site.lin, said.id);
  await performDue();
  expect(await site.keptFiles()).toBe(files);
});

test('a picture that is not one’s own, or none at all, is refused and leaves nothing behind', async () => {
  const url = await uploaded(site.ming);
  for (const picture of [url, '/files/ab/abcdef0123456789abcdef0123456789.webp', '/files/x'])
    await expect(conversation.say(site.lin, '', group, { picture })).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'picture',
      message: '图片须先上传',
    });
  await expect(conversation.say(site.lin, '', group, { picture: 'https://evil.example/x.png' })).rejects.toMatchObject({
    id: 'invalid-input',
  });
  const { rows } = await sql<{ n: number }>`select count(*) as n from "chatMessages"`.execute(site.db);
  expect(rows[0]?.n).toBe(0);
});
