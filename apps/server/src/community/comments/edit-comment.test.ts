import { noticeKinds } from '@mojian/contract/platform/rules';
import { beforeEach, expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';

const site = freshSite();
let articleId: number;

beforeEach(async () => {
  articleId = await site.writes();
});

type Viewer = typeof site.ming | null;

const post = async (viewer: Viewer, text: string, replyTo?: number) =>
  (await site.as(viewer).comments.post({ body: { articleId, text, ...(replyTo && { replyTo }) } })).id;
const edit = (viewer: Viewer, id: number, text: string) => site.as(viewer).comments.edit({ body: { id, text } });
const list = (viewer: Viewer = null) => site.as(viewer).comments.list({ query: { articleId } });
const row = (id: number) => site.db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const notices = async (viewer: NonNullable<Viewer>) =>
  (await site.as(viewer).notices.list({ query: { type: noticeKinds.comment } })).records;
const lastEvents = async () => {
  const live = await site.db.selectFrom('outbox').select('payload').where('kind', '=', 'live').orderBy('id').execute();
  // the staff's notices are notified after them
  const notified = live.filter(({ payload }) => !payload.includes('"type":"notice"'));
  return JSON.parse(notified.at(-1)?.payload ?? '{}').events;
};
const minutesAgo = (id: number, minutes: number) =>
  site.db
    .updateTable('comments')
    .set({ createdAt: Date.now() - minutes * 60_000 })
    .where('id', '=', id)
    .execute();
async function rule(group: 'moderation' | 'features', rules: object) {
  await site.db.transaction().execute((trx) => saveSettings(trx, group, rules));
  forgetSettings(site.db);
}
const refused = (text: string) => expect.objectContaining({ id: 'not-allowed', message: text });

test('an author edits a comment, which shows the time and updates open screens', async () => {
  const id = await post(site.ming, '春**风**');
  expect((await list(site.ming)).records).toMatchObject([{ mayEdit: true, text: '春**风**', editedAt: null }]);
  expect((await list(site.lin)).records).toMatchObject([{ mayEdit: false, text: '' }]);
  expect((await list()).records).toMatchObject([{ mayEdit: false, text: '' }]);
  const edited = await edit(site.ming, id, ' 春**雨** ');
  expect(edited).toMatchObject({ id, html: '<p>春<strong>雨</strong></p>\n', held: false, mayEdit: true });
  expect(Date.parse(edited.editedAt ?? '')).toBeGreaterThan(0);
  expect((await list()).records).toMatchObject([{ html: edited.html, editedAt: edited.editedAt }]);
  expect((await list()).total).toBe(1);
  expect(await lastEvents()).toEqual([{ topic: `article:${articleId}`, type: 'comment-changed', id }]);
});

test('saving an unchanged text is no edit', async () => {
  const id = await post(site.ming, '一样');
  expect((await edit(site.ming, id, ' 一样 ')).editedAt).toBeNull();
  expect(await lastEvents()).toEqual([{ topic: `article:${articleId}`, type: 'comment', id }]);
});

test('a comment that is another’s, removed, or unknown cannot be edited, not even by staff', async () => {
  const id = await post(site.ming, '我的');
  for (const viewer of [site.lin, site.owner])
    await expect(edit(viewer, id, '改')).rejects.toEqual(refused('只能编辑自己的评论'));
  await expect(edit(null, id, '改')).rejects.toMatchObject({ id: 'signed-out' });
  await site.db.updateTable('comments').set({ state: 'held' }).where('id', '=', id).execute();
  await expect(edit(site.lin, id, '改')).rejects.toMatchObject({ id: 'not-found' });
  await site.as(site.ming).comments.remove({ query: { id } });
  for (const gone of [id, 999]) await expect(edit(site.ming, gone, '改')).rejects.toMatchObject({ id: 'not-found' });
  expect(await row(id)).toMatchObject({ text: '我的', editedAt: null });
});

test('a comment cannot be edited after a quarter of an hour', async () => {
  const id = await post(site.ming, '早');
  await minutesAgo(id, 14);
  expect((await edit(site.ming, id, '早啊')).mayEdit).toBe(true);
  await minutesAgo(id, 15);
  expect((await list(site.ming)).records).toMatchObject([{ mayEdit: false, text: '' }]);
  await expect(edit(site.ming, id, '晚了')).rejects.toEqual(refused('发布已超过 15 分钟，不能再编辑'));
});

test('a comment with replies cannot be edited, also when reply and edit are concurrent', async () => {
  const id = await post(site.ming, '上');
  const reply = await post(site.lin, '下', id);
  await expect(edit(site.ming, id, '改')).rejects.toEqual(refused('已经有人回复，不能再编辑'));
  expect((await edit(site.lin, reply, '下下')).text).toBe('下下');
  await post(site.ming, '再下', reply);
  await expect(edit(site.lin, reply, '改')).rejects.toEqual(refused('已经有人回复，不能再编辑'));

  const raced = await post(site.ming, '抢');
  const [answer, change] = await Promise.allSettled([post(site.lin, '答', raced), edit(site.ming, raced, '改')]);
  expect(answer.status).toBe('fulfilled');
  const { text, replies } = await row(raced);
  expect([replies, text]).toEqual([1, change.status === 'fulfilled' ? '改' : '抢']);
});

test('a comment is refused where comments are closed, and when empty', async () => {
  const id = await post(site.ming, '原来');
  for (const [text, words] of [
    [' ', '评论不能为空'],
    ['字'.repeat(1001), '评论不能超过 1000 个字'],
  ] as const)
    await expect(edit(site.ming, id, text)).rejects.toMatchObject({ field: 'text', message: words });
  await site.db.updateTable('articles').set({ commenting: 'closed' }).where('id', '=', articleId).execute();
  expect((await list(site.ming)).records).toMatchObject([{ mayEdit: false }]);
  await expect(edit(site.ming, id, '改')).rejects.toEqual(refused('评论已关闭'));
  expect((await row(id)).text).toBe('原来');
});

test('an edit is moderated again: masked, or held and uncounted until approved; nobody is notified twice', async () => {
  await rule('moderation', { hold: ['卖瓜'], mask: ['傻瓜'] });
  const top = await post(site.lin, '上');
  const id = await post(site.ming, '好话', top);
  const [reported] = await notices(site.lin);
  await site.as(site.lin).notices.read({ body: { id: reported?.id ?? 0 } });
  expect((await edit(site.ming, id, '傻瓜')).html).toBe('<p>＊＊</p>\n');

  expect(await edit(site.ming, id, '我卖瓜')).toMatchObject({ held: true, html: '<p>我卖瓜</p>\n' });
  expect(await list()).toMatchObject({ total: 1, records: [{ id: top, replies: { total: 0, first: [] } }] });
  expect(await lastEvents()).toEqual([{ topic: `article:${articleId}`, type: 'comment-gone', id }]);
  expect((await list(site.ming)).records).toMatchObject([{ replies: { first: [{ id, held: true }] } }]);
  expect(JSON.parse((await row(id)).reasons)).toEqual(['含有需要审核的词「卖瓜」']);
  expect(JSON.stringify(await notices(site.lin))).not.toContain('卖瓜');

  expect(await edit(site.ming, id, '又是好话')).toMatchObject({ held: true });
  await site.as(site.owner).comments.release({ body: { id } });
  expect(await list()).toMatchObject({ total: 2, records: [{ replies: { total: 1, first: [{ id }] } }] });
  expect((await notices(site.lin)).map(({ id, text, read }) => [id, text, read])).toEqual([
    [reported?.id, '又是好话', true],
  ]);
});

test('where the first comment is reviewed, an approved first comment is reviewed again once it is changed', async () => {
  await rule('features', { comments: 'first' });
  const id = await post(site.ming, '第一次');
  await site.as(site.owner).comments.release({ body: { id } });
  expect((await edit(site.ming, id, '第一次，改了')).held).toBe(true);
  await site.as(site.ming).comments.remove({ query: { id } });
  expect([await notices(site.lin), (await list()).total]).toEqual([[], 0]);
});

test('an edit notifies newly mentioned members once and withdraws notices of dropped mentions', async () => {
  const id = await post(site.ming, '@站长 看');
  expect(await notices(site.owner)).toHaveLength(1);
  await edit(site.ming, id, '@站长 请看');
  expect(await notices(site.owner)).toMatchObject([{ text: '@站长 请看' }]);
  await edit(site.ming, id, '没谁');
  expect(await notices(site.owner)).toEqual([]);
  await edit(site.ming, id, '@站长 又');
  expect(await notices(site.owner)).toHaveLength(1);
  expect(await notices(site.lin)).toMatchObject([{ text: '@站长 又' }]);
});

test('staff read a reported comment as it was when reported', async () => {
  const id = await post(site.ming, '难听的话');
  await site.as(site.lin).comments.report({ body: { id, reason: '骂人' } });
  await edit(site.ming, id, '好听的话');
  await edit(site.ming, id, '更好听的话');
  const { records } = await site.office(site.owner).reports.list({ query: {} });
  expect(records).toMatchObject([
    { text: '更好听的话', excerpt: [{ sender: '阿明', text: '难听的话', picture: '', reported: true }] },
  ]);
  await expect(edit(site.ming, 0, '改')).rejects.toMatchObject({ id: 'invalid-input' });
});

test('concurrent edits are applied whole', async () => {
  const id = await post(site.ming, '零');
  await Promise.all(Array.from({ length: 10 }, (_, n) => edit(site.ming, id, `第 ${n} 次`)));
  const { text, html } = await row(id);
  expect(html).toBe(`<p>${text}</p>\n`);
  expect((await list()).total).toBe(1);
});
