import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { forgetSettings, saveSettings } from '../../core/settings/settings.ts';
import { WrongUse } from '../../platform/command-line.ts';
import { listWaiting, runDecision } from './review.ts';

const site = freshSite();

const friend = {
  name: '邻居',
  info: '写字',
  url: 'https://friend.example',
  avatar: 'https://friend.example/a.png',
  email: 'a@friend.example',
};
const waiting = async () => (await listWaiting(site.db)).map(([heading]) => heading);
async function reviewAll() {
  await site.db.transaction().execute((trx) => saveSettings(trx, 'moderation', { mode: 'all' }));
  await site.turn({ comments: 'review' });
}

test('pending items are listed with their reason until decided', async () => {
  await reviewAll();
  const articleId = await site.writes();
  await site.as(null).links.apply({ body: friend });
  await site.as(site.ming).board.post({ body: { text: '早' } });
  await site.db.transaction().execute((trx) => saveSettings(trx, 'says', { members: true }));
  forgetSettings(site.db);
  const { id: sayId } = await site.as(site.ming).says.insert({ body: { text: '雨停了' } });
  const { id } = await site.as(site.ming).comments.post({ body: { articleId, text: '写得好' } });
  expect(await listWaiting(site.db)).toEqual([
    ['友链 1　邻居', friend.url, friend.info, friend.avatar, friend.email],
    ['留言 1　阿明', '早', '原因：所有内容都先审核'],
    [`评论 ${id}　阿明`, '写得好', '原因：所有内容都先审核'],
    [`说说 ${sayId}　阿明`, '雨停了', '原因：所有内容都先审核'],
  ]);

  await runDecision(site, ['通过', '友链', '1', '好', '朋友']);
  await runDecision(site, ['通过', '留言', '1']);
  await runDecision(site, ['通过', '评论', String(id)]);
  await runDecision(site, ['通过', '说说', String(sayId)]);
  expect(await listWaiting(site.db)).toEqual([]);
  expect((await site.as(null).links.list()).groups).toMatchObject([{ name: '好 朋友' }]);
  expect(await site.as(null).board.list({ query: {} })).toMatchObject({ total: 1 });
  expect(await site.as(null).comments.list({ query: { articleId } })).toMatchObject({ total: 1 });
  expect(await site.as(null).says.list({ query: {} })).toMatchObject({ total: 1 });
});

test('submissions are listed with whether they change a published article, then approved or refused', async () => {
  const handIn = async (id: number, version: number) => site.as(site.lin).drafts.submit({ body: { id, version } });
  const content = { title: '春天', markdown: '雨水。' };
  const draft = await site.as(site.lin).drafts.create({ body: { key: 'browser-1', content } });
  await handIn(draft.id, draft.version);
  const id = await site.writes({ title: '夏天' });
  const { version } = await site.as(site.lin).drafts.mine({ query: { id } });
  const saved = await site.as(site.lin).drafts.save({ body: { id, version, content: { ...content, title: '秋天' } } });
  await handIn(id, saved.version);
  expect(await listWaiting(site.db)).toEqual([
    [`文章 ${draft.id}　小林`, '春天', '2 字'],
    [`文章 ${id}　小林`, '秋天', '2 字，已发布文章的修改'],
  ]);
  await expect(runDecision(site, ['拒绝', '文章', String(id)])).rejects.toThrow('请写下原因');
  await runDecision(site, ['拒绝', '文章', String(id), '再改', '一改']);
  await runDecision(site, ['通过', '文章', String(draft.id)]);
  expect(await listWaiting(site.db)).toEqual([]);
  expect(await site.as(site.lin).drafts.mine({ query: { id } })).toMatchObject({ refusal: '再改 一改', changed: true });
  const { records } = await site.as(null).articles.list({ query: {} });
  expect(records.map(({ title }) => title).toSorted()).toEqual(['夏天', '春天'].toSorted());
});

test('a refusal needs a reason, a held message can be removed, a report is settled once', async () => {
  await site.as(null).links.apply({ body: friend });
  await expect(runDecision(site, ['拒绝', '友链', '1'])).rejects.toThrow('请写下原因');
  await runDecision(site, ['拒绝', '友链', '1', '还没有', '十篇']);
  expect((await site.letters())[0]?.lines).toContain('原因：还没有 十篇');

  await site.as(null).board.post({ body: { text: '广告' } });
  await site.as(site.lin).board.report({ body: { id: 1, reason: '刷屏' } });
  expect(await listWaiting(site.db)).toEqual([['举报 1　留言 1', '广告', '理由：刷屏']]);
  await runDecision(site, ['了结', '举报', '1']);
  await expect(runDecision(site, ['了结', '举报', '1'])).rejects.toMatchObject({ id: 'not-found' });
  expect(await waiting()).toEqual([]);
  await runDecision(site, ['删除', '留言', '1']);
  await expect(runDecision(site, ['删除', '留言', '1'])).rejects.toMatchObject({ id: 'not-found' });
  expect(await site.as(null).board.list({ query: {} })).toMatchObject({ total: 0 });
});

test('an unknown command is answered with the usage and changes nothing', async () => {
  await site.as(null).links.apply({ body: friend });
  for (const words of [['通过'], ['通过', '友链'], ['通过', '友链', 'x'], ['通过', '友链', '0'], ['删除', '友链', '1']])
    await expect(runDecision(site, words), words.join(' ')).rejects.toThrow(WrongUse);
  expect(await waiting()).toEqual(['友链 1　邻居']);
});
