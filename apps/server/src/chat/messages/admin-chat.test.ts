import { beforeEach, expect, test } from 'vitest';
import { chatIn, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', { hold: ['发票'] }));
  forgetSettings(site.db);
});

const list = (query: object = {}) => site.office(site.owner).chat.list({ query });
const act = (ids: number[], name: 'release' | 'remove') =>
  site.office(site.owner).chat.act({ body: { ids, act: name } });
const report = (id: number) => site.as(site.ming).chat.report({ body: { id, reason: '骂人' } });
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );

test('held and reported group messages are listed; private ones never are', async () => {
  const room = await conversation.roomOf(site.lin, site.ming);
  const secret = await conversation.say(site.lin, '私下的话', room);
  const held = await conversation.say(site.lin, '代开发票');
  const rude = await conversation.say(site.lin, '脏话');
  await conversation.say(site.lin, '早');
  await Promise.all([report(secret.id), report(rude.id)]);
  expect((await list()).records).toMatchObject([
    { id: rude.id, text: '脏话', state: 'shown', reports: 1 },
    { id: held.id, text: '代开发票', state: 'held', reasons: ['含有需要审核的词「发票」'], reports: 0 },
  ]);
  expect((await list({ state: 'held' })).total).toBe(1);
  expect((await list({ state: 'reported' })).total).toBe(1);
  expect((await list({ text: '私下' })).total).toBe(0);
  expect((await act([secret.id], 'remove')).failed).toEqual([{ id: secret.id, why: '公共聊天室里没有这条消息' }]);
  expect(await acts()).toEqual([]);
});

test('a batch releases or removes messages, settles their reports and is audited', async () => {
  const held = await conversation.say(site.lin, '代开发票');
  const rude = await conversation.say(site.lin, '脏话');
  await report(rude.id);
  expect((await act([held.id], 'release')).done).toBe(1);
  expect((await act([rude.id], 'remove')).done).toBe(1);
  expect((await list()).total).toBe(0);
  expect((await conversation.history(site.ming)).records.map(textOf)).toEqual(['代开发票', '']);
  expect(await acts()).toEqual([`chat.release chat:${held.id}`, `chat.remove chat:${rude.id}`]);
  expect((await site.office(site.owner).office.enter()).waiting).toMatchObject({ chat: 0, reports: 0 });
});
