import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';

const site = freshSite();

const hidden = '芝麻开门';
const markdown = `谁都能读的开头。\n\n## 公开小节\n\n<!-- more -->\n\n## ${hidden}之一\n\n这里是${hidden}。\n\n\`\`\`mermaid\ngraph TD\n\`\`\``;

const kinds = [
  ['after a comment', 1],
  ['after a like', 2],
  ['after a code', 3],
  ['after signing in', 4],
  ['by its password', 6],
] as const;

for (const [name, readType] of kinds)
  test(`text readable ${name} is in no reply to a visitor`, async () => {
    const id = await site.writes({
      title: '上锁的文章',
      markdown,
      readType,
      password: 'a hash',
      tags: ['锁'],
      category: '试',
      featured: true,
    });
    await site.writes({ title: '旁边的文章', tags: ['锁'] });
    const visitor = site.as(null);
    const article = await visitor.articles.info({ query: { id } });
    expect(article).toMatchObject({ locked: true, hasDiagram: false, headings: [{ text: '公开小节' }] });
    expect(article.html).toContain('谁都能读的开头');

    const replies = await Promise.all([
      article,
      visitor.articles.list({ query: {} }),
      visitor.articles.search({ query: { keyword: hidden } }),
      visitor.articles.search({ query: { keyword: '开头' } }),
      visitor.articles.search({ query: { keyword: '上锁' } }),
      visitor.articles.archive({ query: {} }),
      visitor.home.show(),
      visitor.articles.info({ query: { id: id + 1 } }),
    ]);
    expect(JSON.stringify(replies)).not.toContain('芝麻');
    expect(replies[2].total).toBe(0);
    expect(replies[3].total).toBe(1);
  });

test('author and staff read everything, a member what logging in unlocks', async () => {
  for (const readType of [1, 2, 3, 4, 6]) {
    const query = { id: await site.writes({ markdown, readType, password: 'a hash' }) };
    for (const reader of [site.lin, site.owner])
      expect(await site.as(reader).articles.info({ query })).toMatchObject({
        locked: false,
        hasDiagram: true,
        html: expect.stringContaining(hidden),
      });
    const forMember = await site.as(site.ming).articles.info({ query });
    expect(forMember.locked).toBe(readType !== 4);
    expect(forMember.html.includes(hidden)).toBe(readType === 4);
  }
});

test('an article that is locked later loses its hidden text from the search', async () => {
  const id = await site.writes({ markdown });
  const search = () => site.as(null).articles.search({ query: { keyword: hidden } });
  expect(await search()).toMatchObject({ total: 1 });
  await site.writes({ id, markdown, readType: 1 });
  expect(await search()).toMatchObject({ total: 0 });
});

test('without a marked opening the last part of the text stays hidden', async () => {
  const id = await site.writes({ markdown: `开头。\n\n${hidden}。`, readType: 1 });
  const one = await site.writes({ markdown: `${hidden}。`, readType: 1 });
  expect(JSON.stringify(await site.as(null).articles.info({ query: { id } }))).not.toContain('芝麻');
  expect(JSON.stringify(await site.as(null).articles.info({ query: { id: one } }))).not.toContain('芝麻');
});
