import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { dropOpenings, dropOpeningsEffect } from './stored-once.ts';

const site = freshSite();

const texts = () => site.db.selectFrom('articles').select(['id', 'html', 'openingHtml']).orderBy('id').execute();
const show = (id: number) => site.as(null).articles.info({ query: { id } });
const locked = { markdown: '开头。\n\n<!-- more -->\n\n秘密。', readType: 4 };

test('the whole text of a free article is stored once, and an opening beside a locked one', async () => {
  const free = await site.writes({ markdown: '人人可读。' });
  const closed = await site.writes(locked);
  const hidden = await site.writes({ markdown: '<!-- more -->\n\n秘密。', readType: 4 });
  const [one, two, three] = await texts();
  expect(one).toMatchObject({ id: free, html: '<p>人人可读。</p>\n', openingHtml: '' });
  expect(two).toMatchObject({ id: closed, openingHtml: '<p>开头。</p>\n' });
  expect(three).toMatchObject({ id: hidden, openingHtml: '' });
  expect(await show(free)).toMatchObject({ html: '<p>人人可读。</p>\n', locked: false });
  expect(await show(closed)).toMatchObject({ html: '<p>开头。</p>\n', locked: true });
  expect(await show(hidden)).toMatchObject({ html: '', locked: true });
});

test('second copies stored by older versions are removed in batches without a visible change', async () => {
  const free = await site.writes({ markdown: '人人可读。' });
  const closed = await site.writes(locked);
  await site.db
    .updateTable('articles')
    .set((row) => ({ openingHtml: row.ref('html') }))
    .where('id', '=', free)
    .execute();
  const before = [await show(free), await show(closed)];
  await dropOpenings(site.db, { after: 0 });
  expect((await texts()).map(({ openingHtml }) => openingHtml)).toEqual(['', '<p>开头。</p>\n']);
  expect([await show(free), await show(closed)]).toEqual(before);
  const steps = site.db.selectFrom('outbox').select('payload').where('kind', '=', dropOpeningsEffect);
  expect((await steps.execute()).map(({ payload }) => JSON.parse(payload))).toEqual([{ after: closed }]);
  await dropOpenings(site.db, { after: closed });
  expect((await steps.execute()).length).toBe(1);
});

test('an article that becomes locked shows its opening only', async () => {
  const id = await site.writes({ markdown: locked.markdown });
  expect((await show(id)).html).toContain('秘密');
  await site.db.updateTable('articles').set({ readType: 4 }).where('id', '=', id).execute();
  expect(await show(id)).toMatchObject({ html: '', locked: true });
});
