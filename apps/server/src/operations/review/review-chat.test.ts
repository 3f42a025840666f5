import { beforeEach, expect, test } from 'vitest';
import { chatIn, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { notifyFeedEffect } from '../../platform/stream/event-bus.ts';
import { listWaiting, runDecision } from './review.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const report = (id: number) => site.as(site.ming).chat.report({ body: { id, reason: '骂人' } });
const pokes = async () =>
  (await site.db.selectFrom('outbox').select('id').where('kind', '=', notifyFeedEffect).execute()).length;

test('held group messages are listed with the reason, and released or removed live', async () => {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', { hold: ['发票'] }));
  forgetSettings(site.db);
  const first = await conversation.say(site.lin, '代开发票');
  const second = await conversation.say(site.lin, '发票发票');
  expect(await listWaiting(site.db)).toEqual([
    [`消息 ${first.id}　小林`, '代开发票', '原因：含有需要审核的词「发票」'],
    [`消息 ${second.id}　小林`, '发票发票', '原因：含有需要审核的词「发票」'],
  ]);
  await runDecision(site, ['通过', '消息', String(first.id)]);
  await runDecision(site, ['删除', '消息', String(second.id)]);
  expect(await listWaiting(site.db)).toEqual([]);
  const statesFor = async (viewer: typeof site.lin) =>
    (await conversation.history(viewer)).records.map(({ state }) => state);
  expect(await statesFor(site.lin)).toEqual(['shown', 'removed']);
  expect(await statesFor(site.ming)).toEqual(['shown']);
  expect(await pokes()).toBe(2);
  await expect(runDecision(site, ['通过', '消息', String(first.id)])).rejects.toThrow('没有等待审核的这条消息');
  await expect(runDecision(site, ['删除', '消息', String(second.id)])).rejects.toThrow('公共聊天室里没有这条消息');
});

test('a reported private message is listed as the reporter saw it, and removed through the report alone', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.ming, '你好', room);
  const { id } = await conversation.say(site.lin, '脏话', room);
  await report(id);
  const [waiting = []] = await listWaiting(site.db);
  expect(waiting).toEqual([
    `举报 1　私聊的消息 ${id}`,
    expect.stringMatching(/^　 \d{4}-\d\d-\d\d \d\d:\d\d 阿明（3）：你好$/),
    expect.stringMatching(/^→ \d{4}-\d\d-\d\d \d\d:\d\d 小林（2）：脏话$/),
    '阿明的理由：骂人',
  ]);
  await expect(runDecision(site, ['删除', '消息', String(id)])).rejects.toThrow('公共聊天室里没有这条消息');
  await runDecision(site, ['删除', '举报', '1']);
  expect((await conversation.history(site.ming, room)).records.map(textOf)).toEqual(['你好', '']);
  expect(await listWaiting(site.db)).toEqual([]);
  await expect(runDecision(site, ['删除', '举报', '1'])).rejects.toThrow('没有等待处理的这份聊天举报');
});

test('a report may be settled without an act, and says if the message was withdrawn', async () => {
  const { id } = await conversation.say(site.lin, '广告');
  await report(id);
  await site.as(site.lin).chat.withdraw({ body: { id } });
  const [[heading] = []] = await listWaiting(site.db);
  expect(heading).toBe(`举报 1　公共聊天室的消息 ${id}（已撤回或移除）`);
  await runDecision(site, ['了结', '举报', '1']);
  expect(await listWaiting(site.db)).toEqual([]);
  await expect(runDecision(site, ['了结', '举报', '1'])).rejects.toThrow('没有等待处理的这份举报');
});

test('a report of something else removes no chat message', async () => {
  const articleId = await site.writes();
  const { id } = await site.as(site.lin).comments.post({ body: { articleId, text: '骂人的话' } });
  await site.as(site.ming).comments.report({ body: { id, reason: '骂人' } });
  await expect(runDecision(site, ['删除', '举报', '1'])).rejects.toThrow('没有等待处理的这份聊天举报');
});
