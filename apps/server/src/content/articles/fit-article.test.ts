import { articleContent } from '@mojian/contract/content/article-content';
import { mostTags, readTypes } from '@mojian/contract/platform/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshSite } from '../../../test/fresh-site.ts';
import { fitArticle } from './fit-article.ts';
import type { ArticleDraft } from './save-article.ts';

const site = freshSite();

const draft = (fields: Partial<ArticleDraft>): ArticleDraft => ({
  authorId: site.owner.id,
  title: '春天',
  markdown: '雨水。',
  state: 'published',
  publishedAt: 1000,
  ...fields,
});
const fit = (fields: Partial<ArticleDraft>) => fitArticle(site.db, draft(fields));
const brings = async (fields: Partial<ArticleDraft>) => site.writes((await fit(fields)).draft);
const mine = (id: number) => site.as(site.owner).drafts.mine({ query: { id } });

const signs = fc.constantFrom(...'雨 aZ9-_./,、&<"\'\\%\n\t\0', '\u200b', '\u{1f327}', '\ud83c', '文'.repeat(40));
const words = fc.array(signs, { maxLength: 12 }).map((some) => some.join(''));
const slugs = fc.oneof(
  words,
  fc.constantFrom('Hello_World', '你好', 'a.html', '2024', 'about', '-x-', 'X'.repeat(200)),
);
const covers = fc.constantFrom(
  '',
  '/files/a/b.webp',
  'https://img.example/1.png',
  '/uploads/中.png',
  'javascript:alert(1)',
);
const imported = fc.record({
  kind: fc.constantFrom('article' as const, 'page' as const),
  title: words,
  markdown: words,
  summary: words,
  description: words,
  keywords: fc.oneof(words, fc.constant('春，'.repeat(200))),
  category: words,
  tags: fc.array(words, { maxLength: 25 }),
  cover: covers,
  slug: slugs,
  original: fc.boolean(),
  sourceUrl: fc.oneof(words, covers),
  sourceAuthor: words,
  readType: fc.integer({ min: -1, max: 7 }),
  focusX: fc.constantFrom(0, 33.3, -5, 400, Number.NaN),
  commenting: fc.constantFrom('open' as const, 'closed' as const, 'hidden' as const),
  state: fc.constantFrom('published' as const, 'private' as const, 'draft' as const),
});

test('an imported article can be opened in the editor and saved without a change', async () => {
  const comesAndStays = fc.asyncProperty(imported, async (fields) => {
    const id = await brings(fields);
    const { version, content, changed } = await mine(id);
    expect(changed).toBe(false);
    expect(articleContent.parse(content)).toEqual(content);
    const saved = await site.as(site.owner).drafts.save({ body: { id, version, content } });
    const isDraft = fields.state === 'draft' && content.readType !== readTypes.onlyAuthor;
    expect(await mine(id)).toMatchObject({ version: saved.version, content, changed: isDraft });
    await site.as(site.owner).drafts.remove({ query: { id } });
  });
  await fc.assert(comesAndStays, { numRuns: 60 });
}, 120_000);

test('valid values stay as they are without a warning, and absent ones stay absent', async () => {
  const fields = {
    tags: Array.from({ length: mostTags }, (_, n) => `签${n}`),
    category: '随笔',
    cover: '/files/a/b.webp',
    slug: 'rain-2024',
    sourceUrl: 'https://a.example/1',
    keywords: '雨，春',
  };
  const fitted = await fit(fields);
  expect(fitted).toMatchObject({ draft: fields, warnings: [] });
  expect(Object.entries(fitted.draft).filter(([, value]) => value !== undefined)).toHaveLength(11);
});

test('each cut is reported: names, covers of other hosts, too many tags, texts that are too long', async () => {
  const { draft: fitted, warnings } = await fit({
    title: '长'.repeat(101),
    category: '类'.repeat(31),
    tags: Array.from({ length: mostTags + 2 }, (_, n) => `签${n}`),
    cover: 'https://img.example/1.png',
    keywords: `${'春雨，'.repeat(70)}末`,
    sourceUrl: '某本书',
    markdown: '字'.repeat(500_001),
  });
  expect(fitted.title).toHaveLength(100);
  expect(fitted).toMatchObject({ category: '类'.repeat(30), cover: '', sourceUrl: '' });
  expect(fitted.keywords).toMatch(/^(春雨，)+春雨$/);
  expect(fitted.markdown).toHaveLength(500_000);
  expect(warnings.map((line) => line.slice(0, 2)).sort()).toEqual([
    '关键',
    '分类',
    '封面',
    '来源',
    '标签',
    '标题',
    '正文',
  ]);
});

const spelled: [string, string | null][] = [
  ['Hello_World', 'hello-world'],
  ['2019.rain.html', '2019-rain-html'],
  ['春天来了', 'chun-tian-lai-le'],
  ['42', 'article-42'],
  ['%%%', null],
];
test.each(spelled)('the slug %s becomes %s', async (slug, expected) => {
  const { draft: fitted, warnings } = await fit({ slug });
  expect(fitted.slug).toBe(expected);
  expect(warnings).toHaveLength(1);
});

test("a slug that another article has or had gets a suffix; the article's own stays", async () => {
  const id = await brings({ slug: 'rain' });
  expect((await fit({ slug: 'rain' })).draft.slug).toBe('rain-2');
  expect((await fitArticle(site.db, draft({ slug: 'rain' }), id)).draft.slug).toBe('rain');
});

test('a page always gets a slug, and no values that only lists of articles use', async () => {
  expect((await fit({ kind: 'page', title: '关于我' })).draft.slug).toBe('guan-yu-wo');
  expect((await fit({ kind: 'page', title: '🌧️' })).draft.slug).toBe('page');
  const id = await brings({
    kind: 'page',
    title: '装备',
    tags: ['相机'],
    category: '物',
    original: false,
    readType: 1,
  });
  expect((await mine(id)).content).toMatchObject({ tags: [], category: '', original: true, readType: 4 });
});
