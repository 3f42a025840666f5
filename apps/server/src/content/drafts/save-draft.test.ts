import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const begun = (viewer: typeof site.lin | null, title = '春天') =>
  site.as(viewer).drafts.create({ body: { key: 'browser-1', content: { title, markdown: '雨水。' } } });

test('a draft is created once, saved by version, and visible to its author only', async () => {
  const first = await begun(site.lin);
  expect(await begun(site.lin)).toEqual(first);
  const { id, version } = first;
  const content = { title: '春天', markdown: '雨水。惊蛰。', tags: ['节气'] };
  const saved = await site.as(site.lin).drafts.save({ body: { id, version, content } });
  expect(saved).toMatchObject({ id, version: version + 1 });
  expect(await site.as(site.lin).drafts.mine({ query: { id } })).toMatchObject({
    version: version + 1,
    state: 'draft',
    changed: true,
    content: { ...content, summary: '', focusX: 50, original: true },
  });
  for (const viewer of [site.ming, site.owner])
    await expect(site.as(viewer).drafts.mine({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
  await expect(site.as(null).articles.info({ query: { id } })).rejects.toMatchObject({ id: 'not-found' });
});

test('a save from a second device is a conflict and overwrites nothing; an identical text is not', async () => {
  const { id, version } = await begun(site.lin);
  const save = (markdown: string, from = version) =>
    site.as(site.lin).drafts.save({ body: { id, version: from, content: { title: '春天', markdown } } });
  const saved = await save('甲');
  await expect(save('乙')).rejects.toMatchObject({ id: 'stale' });
  expect(await save('甲')).toEqual(saved);
  expect((await site.as(site.lin).drafts.mine({ query: { id } })).content.markdown).toBe('甲');
});

test('another’s or an unknown draft is not saved', async () => {
  const { id, version } = await begun(site.lin);
  const save = (viewer: typeof site.lin | null, other = id) =>
    site.as(viewer).drafts.save({ body: { id: other, version, content: { title: '夺来', markdown: '' } } });
  await expect(save(site.ming)).rejects.toMatchObject({ id: 'not-found', field: 'id' });
  await expect(save(site.owner)).rejects.toMatchObject({ id: 'not-found' });
  await expect(save(site.lin, 99_999)).rejects.toMatchObject({ id: 'not-found' });
  await expect(save(null)).rejects.toMatchObject({ id: 'signed-out' });
  expect(await site.as(site.lin).drafts.mine({ query: { id } })).toMatchObject({ version, content: { title: '春天' } });
});
