import { beforeEach, expect, test } from 'vitest';
import { chatIn, textOf } from '../../../test/chat.ts';
import { freshSite } from '../../../test/fresh-site.ts';
import { deleteOldExcerpts } from './reports.ts';

const site = freshSite();
let conversation: ReturnType<typeof chatIn>;

beforeEach(async () => {
  conversation = chatIn(site);
});

const reason = '不好看';
const list = (query: object = {}, viewer = site.owner) => site.office(viewer).reports.list({ query });
const act = (ids: number[], name: 'settle' | 'reopen' | 'remove') =>
  site.office(site.owner).reports.act({ body: { ids, act: name } });
const waiting = async () => (await site.office(site.owner).office.enter()).waiting.reports;
const acts = async () =>
  (await site.db.selectFrom('auditLog').select(['act', 'subject']).orderBy('id').execute()).map(
    ({ act, subject }) => `${act} ${subject}`,
  );

const went = async () =>
  (await site.db.selectFrom('auditLog').select('before').orderBy('id').execute()).map(({ before }) =>
    JSON.parse(before),
  );

test('a reported group message is listed with its text and author', async () => {
  const { id } = await conversation.say(site.lin, '当众的话');
  await site.as(site.ming).chat.report({ body: { id, reason } });
  const [report] = (await list()).records;
  await act([report?.id ?? 0], 'remove');
  expect(await went()).toEqual([{ text: '当众的话', author: '小林' }]);
});

/** Reports of each kind, in this order, by 阿明. */
async function reportAll() {
  const articleId = await site.writes();
  const { id: commentId } = await site.as(site.lin).comments.post({ body: { articleId, text: '评论的话' } });
  await site.as(site.ming).comments.report({ body: { id: commentId, reason } });
  const sayId = await site.says({ text: '说说的话' });
  await site.as(site.ming).says.report({ body: { id: sayId, reason } });
  const message = await site.as(site.lin).board.post({ body: { text: '留言的话' } });
  const messageId = message?.id ?? 0;
  await site.as(site.ming).board.report({ body: { id: messageId, reason } });
  const room = await conversation.roomOf(site.lin, site.ming);
  await conversation.say(site.ming, '你好', room);
  const { id: chatId } = await conversation.say(site.lin, '私下的话', room);
  await site.as(site.ming).chat.report({ body: { id: chatId, reason } });
  const ids = (await site.db.selectFrom('reports').select('id').orderBy('id').execute()).map(({ id }) => id);
  return { commentId, sayId, messageId, room, articleId, ids };
}

test('every kind of report is listed with text, author and address', async () => {
  const { articleId, sayId } = await reportAll();
  const { records } = await list();
  expect(records).toMatchObject([
    { kind: 'chat', text: '', isPrivate: true, path: '', isThere: true, author: { nickname: '小林' } },
    { kind: 'board', text: '留言的话', path: '/message', reporter: { nickname: '阿明' }, reason },
    { kind: 'say', text: '说说的话', path: `/say?id=${sayId}`, isPrivate: false },
    { kind: 'comment', text: '评论的话', path: `/article/${articleId}`, settledAt: null },
  ]);
  expect(records[0]?.excerpt).toMatchObject([
    { sender: '阿明', text: '你好', reported: false },
    { sender: '小林', text: '私下的话', reported: true },
  ]);
  expect((await list({ kind: 'say' })).total).toBe(1);
});

test('the demo account reads no reported private message', async () => {
  await reportAll();
  await site.db.updateTable('users').set({ role: 'demo' }).where('id', '=', site.lin.id).execute();
  const [chat] = (await list({ kind: 'chat' }, site.lin)).records;
  expect(JSON.stringify([chat?.excerpt, chat?.reason])).not.toMatch(/私下|你好|阿明|不好看/);
  expect(chat?.excerpt).toHaveLength(2);
});

test('a report is settled without an act and reopened, each once', async () => {
  const { ids } = await reportAll();
  const [first = 0] = ids;
  expect(await act([first, 999], 'settle')).toEqual({ done: 1, failed: [{ id: 999, why: '没有等待处理的这份举报' }] });
  expect((await act([first], 'settle')).done).toBe(0);
  expect((await list()).total).toBe(3);
  expect((await list({ state: 'settled' })).records).toMatchObject([{ id: first, isThere: true }]);
  expect((await act([first], 'reopen')).done).toBe(1);
  expect((await act([first], 'reopen')).failed).toEqual([{ id: first, why: '这份举报还没有处理过' }]);
  expect(await waiting()).toBe(4);
  expect(await acts()).toEqual([`reports.settle report:${first}`, `reports.reopen report:${first}`]);
});

test('removing a reported writing of any kind settles its reports', async () => {
  const { ids, room, articleId } = await reportAll();
  expect(await act(ids, 'remove')).toEqual({ done: 4, failed: [] });
  expect(await waiting()).toBe(0);
  expect((await site.as(null).comments.list({ query: { articleId } })).records).toEqual([]);
  expect((await site.as(null).says.list({ query: {} })).records).toEqual([]);
  expect((await site.as(null).board.list({ query: {} })).records).toEqual([]);
  expect((await conversation.history(site.ming, room)).records.map(textOf)).toEqual(['你好', '']);
  expect((await act(ids, 'remove')).failed).toHaveLength(4);
  expect((await acts()).map((line) => line.split(' ')[0])).toEqual(Array(4).fill('reports.remove'));
  expect(await went()).toEqual([
    { text: '评论的话', author: '小林' },
    { text: '说说的话', author: '小林' },
    { text: '留言的话', author: '小林' },
    { text: '••••（私聊）', author: '小林' },
  ]);
  expect((await site.office(site.owner).audit.list({ query: { subject: '说说的话' } })).total).toBe(1);
});

test('reported again by the same member after it was settled, a restored text waits again', async () => {
  const { ids, commentId, room } = await reportAll();
  const [report = 0, , , ofChat = 0] = ids;
  await act([report], 'remove');
  await site.office(site.owner).comments.act({ body: { ids: [commentId], act: 'restore' } });
  await act([ofChat], 'settle');
  expect(await waiting()).toBe(2);
  await site.as(site.ming).comments.report({ body: { id: commentId, reason: '又来了' } });
  await site.as(site.ming).comments.report({ body: { id: commentId, reason: '再说一次' } });
  const [spoken] = (await conversation.history(site.ming, room)).records.filter((one) => textOf(one) === '私下的话');
  await site.as(site.ming).chat.report({ body: { id: spoken?.id ?? 0, reason: '还在说' } });
  expect(await waiting()).toBe(4);
  expect((await list()).records.slice(0, 2)).toMatchObject([
    { kind: 'chat', reason: '还在说', excerpt: [{ text: '你好' }, { text: '私下的话', reported: true }] },
    { kind: 'comment', reason: '又来了', settledAt: null },
  ]);
  expect((await list({ state: 'all' })).total).toBe(4);
});

test('the report of a comment is settled when its author removes it', async () => {
  const { commentId } = await reportAll();
  await site.as(site.lin).comments.remove({ query: { id: commentId } });
  expect(await waiting()).toBe(3);
});

test('the reports of a say that its author deletes are settled and keep what was reported', async () => {
  const { sayId } = await reportAll();
  const { id: commentId } = await site.as(site.owner).comments.post({ body: { sayId, text: '说说下的话' } });
  await site.as(site.ming).comments.report({ body: { id: commentId, reason } });
  await site.as(site.lin).says.remove({ query: { id: sayId } });
  expect(await waiting()).toBe(3);
  const { records } = await list({ state: 'settled' });
  expect(records).toMatchObject([
    { kind: 'comment', isThere: false, path: '', excerpt: [{ text: '说说下的话', reported: true }] },
    { kind: 'say', isThere: false, path: '', excerpt: [{ sender: '小林', text: '说说的话', reported: true }] },
  ]);
  expect((await list({ state: 'settled', kind: 'say' })).total).toBe(1);
  await deleteOldExcerpts(site.db, Date.now() + 91 * 24 * 3600_000);
  expect((await list({ state: 'settled' })).records).toMatchObject([{ excerpt: [] }, { excerpt: [] }]);
});

test('a say that the staff deletes takes its reports along', async () => {
  const { sayId } = await reportAll();
  await site.office(site.owner).says.act({ body: { ids: [sayId], act: 'remove' } });
  expect((await list({ state: 'all', kind: 'say' })).total).toBe(0);
});
