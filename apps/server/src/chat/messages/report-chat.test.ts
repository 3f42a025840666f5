import { beforeEach, expect, test } from 'vitest';
import { chatIn, group } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { noise } from '../../../test/noise.ts';
import { upload } from '../../../test/upload.ts';
import { deleteOldExcerpts, type ExcerptLine, readExcerpt } from '../../community/reports/reports.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const day = 86_400_000;
const report = (viewer: Viewer, id: number, reason = '骂人') => site.as(viewer).chat.report({ body: { id, reason } });
const reports = () => site.db.selectFrom('reports').selectAll().orderBy('id').execute();
const noticesOf = async ({ id }: Viewer) =>
  site.db.selectFrom('notices').select(['title', 'text', 'link']).where('userId', '=', id).orderBy('id').execute();
const lines = async (): Promise<ExcerptLine[]> => readExcerpt((await reports()).at(-1)?.excerpt ?? '');

/** 小林 and 阿明 say so many lines in turn. Returns their numbers. */
async function chatOn(roomId: number, many: number) {
  const ids: number[] = [];
  for (let at = 1; at <= many; at++)
    ids.push((await conversation.say(at % 2 ? site.lin : site.ming, `第${at}句，从前有座山`, roomId)).id);
  return ids;
}

test('a report of a private message contains three messages before and three after it only', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const ids = await chatOn(room, 11);
  await report(site.ming, ids[4] ?? 0);
  expect((await lines()).map(({ text }) => text.slice(0, 3))).toEqual([2, 3, 4, 5, 6, 7, 8].map((at) => `第${at}句`));
  expect((await lines())[3]).toEqual({
    id: ids[4],
    senderId: site.lin.id,
    sender: '小林',
    text: '第5句，从前有座山',
    picture: '',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(await reports()).toMatchObject([{ chatMessageId: ids[4], reporterId: site.ming.id, reason: '骂人' }]);
});

test('a report contains only what the reporter sees: nothing deleted, hidden, or from before they deleted the room', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.lin, '从前', room);
  await site.as(site.ming).chat.deleteRoom({ query: { roomId: room } });
  const gone = await conversation.say(site.lin, '收回', room);
  await site.as(site.lin).chat.withdraw({ body: { id: gone.id } });
  const hidden = await conversation.say(site.lin, '藏起', room);
  await site.as(site.ming).chat.hide({ query: { id: hidden.id } });
  const { id } = await conversation.say(site.lin, '脏话', room);
  await report(site.ming, id);
  expect((await lines()).map(({ text }) => text)).toEqual(['脏话']);
});

test('in the group, members blocked by the reporter are left out', async () => {
  await conversation.say(site.owner, '安静');
  const { id } = await conversation.say(site.lin, '广告');
  await site.as(site.ming).blocks.block({ query: { userId: site.owner.id } });
  await report(site.ming, id, '广告');
  expect((await lines()).map(({ text }) => text)).toEqual(['广告']);
});

test('the owner is notified once, without the text of a private message', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const { id: secret } = await conversation.say(site.lin, '脏话', room);
  await report(site.ming, secret);
  await report(site.ming, secret, '又骂人');
  const { id } = await conversation.say(site.lin, '广告');
  await report(site.ming, id, '广告');
  expect(await reports()).toHaveLength(2);
  const reported = await noticesOf(site.owner);
  expect(reported).toEqual([{ title: '2 件：举报等处理', text: '理由：广告\n「广告」', link: '/admin/reports' }]);
  expect(JSON.stringify(reported)).not.toContain('脏话');
  expect(await noticesOf(site.lin)).toEqual([]);
});

test('a report is refused for foreign, withdrawn and hidden messages', async () => {
  const room = await conversation.roomOf(site.lin, site.owner);
  const secret = await conversation.say(site.lin, '你好', room);
  const gone = await conversation.say(site.lin, '说错了');
  await site.as(site.lin).chat.withdraw({ body: { id: gone.id } });
  const hidden = await conversation.say(site.lin, '不看');
  await site.as(site.ming).chat.hide({ query: { id: hidden.id } });
  for (const id of [secret.id, gone.id, hidden.id])
    await expect(report(site.ming, id)).rejects.toMatchObject({ id: 'not-found', field: 'id' });
  expect(await reports()).toEqual([]);
  expect(await noticesOf(site.owner)).toEqual([]);
});

test('the copy stays when the message is withdrawn, and is deleted ninety days after the report is settled', async () => {
  const url = (await upload(site, site.lin, await noise(16))).data.url;
  const { id } = await conversation.say(site.lin, '看', group, { picture: url });
  await report(site.ming, id);
  await site.as(site.lin).chat.withdraw({ body: { id } });
  expect(await lines()).toMatchObject([{ text: '看', picture: url }]);

  const now = Date.now();
  await deleteOldExcerpts(site.db, now + 400 * day);
  expect(await lines()).toHaveLength(1);
  await site.db.updateTable('reports').set({ settledAt: now }).execute();
  await deleteOldExcerpts(site.db, now + 89 * day);
  expect(await lines()).toHaveLength(1);
  await site.db.deleteFrom('outbox').execute();
  await deleteOldExcerpts(site.db, now + 90 * day);
  expect((await reports())[0]).toMatchObject({ excerpt: '', reason: '骂人', reporterId: site.ming.id });
  const requested = await site.db.selectFrom('outbox').select(['kind', 'payload']).execute();
  expect(requested.map(({ kind, payload }) => [kind, JSON.parse(payload)])).toEqual([
    ['drop-unshown-picture', expect.objectContaining({ url, userId: site.lin.id, usedAt: expect.any(Number) })],
  ]);
});
