import { expect, test } from 'vitest';
import type { UnlockSettings } from '../../article/why-locked.ts';
import { blankContent } from '../context.ts';
import { submitPlan } from './submit-plan.ts';
import { findProblems, hintsFor, sourceUrlError } from './submit-rules.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const site = {
  officialAccount: { name: '本站公众号', qrCode: '' },
  features: ['comments', 'registration'],
  commenting: 'open',
  registration: { mode: 'open', code: true },
} satisfies UnlockSettings;
const whole = { ...blankContent, title: '桥', markdown: '正文。' };
const fieldsOf = (content: Partial<typeof blankContent>, publishAt = '') =>
  findProblems({ content: { ...whole, ...content }, pictures: 0, publishAt, now }).map(({ field }) => field);

test('a title and a text are all an article needs', () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ title: ' ', markdown: '\n' })).toEqual(['title', 'markdown']);
  expect(fieldsOf({ title: '长'.repeat(101) })).toEqual(['title']);
  expect(fieldsOf({}, '2020-01-01T00:00')).toEqual(['publishAt']);
});

test('a reprint needs a valid source address', () => {
  expect(fieldsOf({ original: false })).toEqual(['sourceUrl']);
  expect(fieldsOf({ original: false, sourceAuthor: '周作' })).toEqual(['sourceUrl']);
  expect(fieldsOf({ original: false, sourceUrl: 'https://example.com/a' })).toEqual([]);
  expect(fieldsOf({ original: false, sourceUrl: 'javascript:alert(1)' })).toEqual(['sourceUrl']);
  expect(fieldsOf({ original: true, sourceUrl: 'javascript:alert(1)' })).toEqual([]);
});

test.each(['https://example.com/a?b=1', 'http://例子.中国/', ''])('%j is a source', (address) => {
  expect(sourceUrlError(address)).toBeUndefined();
});

test.each(['example', 'https://', 'https://x', 'ftp://example.com', 'https://a b.com'])('%j is none', (address) => {
  expect(sourceUrlError(address)).toContain('网址');
});

test('hints count pictures without words and links to nowhere, and leave code alone', () => {
  const hints = (markdown: string) =>
    hintsFor(
      { ...whole, cover: '/files/a.webp', summary: '摘', category: '造物', tags: ['桥'], markdown },
      'article',
      site,
    ).map(({ text }) => text);
  expect(hints('![桥](/files/a.webp) [去处](/b) ![](/files/c.webp) [无]() [空](#) [半](https://)')).toEqual([
    '1 张图片还没有写图片说明',
    '3 个链接没有去处',
  ]);
  expect(hints('```md\n![](a.png)\n[无]()\n```\n\n`[无]()`')).toEqual([]);
});

test('hints name what was left empty', () => {
  expect(hintsFor({ ...whole, title: '长'.repeat(31) }, 'article', site).map(({ field }) => field)).toEqual([
    'title',
    'cover',
    'summary',
    'category',
    'tags',
  ]);
});

test('a lock that nobody can open is named before the article is handed in', () => {
  const said = (content: Partial<typeof blankContent>, differently: Partial<UnlockSettings> = {}) =>
    hintsFor({ ...whole, ...content }, 'article', { ...site, ...differently }).find(({ field }) => field === 'readType')
      ?.text;
  const unconnected = { officialAccount: { name: '', qrCode: '' } };
  expect(said({ readType: 3 })).toBeUndefined();
  expect(said({ readType: 3 }, unconnected)).toContain('没有接入公众号');
  expect(said({ readType: 0 }, unconnected)).toBeUndefined();
  expect(said({ readType: 1, commenting: 'closed' })).toContain('评论已关闭');
  expect(said({ readType: 1 }, { features: ['registration'] })).toContain('评论已关闭');
  expect(said({ readType: 1 }, { commenting: 'closed' })).toContain('评论已关闭');
  for (const readType of [1, 2, 4] as const)
    expect(said({ readType }, { features: ['comments'] })).toContain('只有已有账号的人');
  expect(said({ readType: 5 }, { ...unconnected, features: [] })).toBeUndefined();
});

test('a private article is labelled so, also for members under review', () => {
  const me = { role: 'member' } as Parameters<typeof submitPlan>[0]['me'];
  expect(submitPlan({ draft: null, me, kind: 'article', content: { readType: 5 }, publishAt: '' }).act).toBe(
    '仅自己可见',
  );
  expect(submitPlan({ draft: null, me, kind: 'article', content: { readType: 0 }, publishAt: '' }).act).toBe(
    '提交审核',
  );
});

test('a scheduled article stays scheduled unless another time is set or its time has passed', () => {
  const me = { role: 'owner' } as Parameters<typeof submitPlan>[0]['me'];
  const planned = (publishedAt: string, publishAt = '') => {
    const draft = { state: 'scheduled', publishedAt, may: { publish: true } } as Parameters<
      typeof submitPlan
    >[0]['draft'];
    const { act, time } = submitPlan({ draft, me, kind: 'article', content: { readType: 0 }, publishAt });
    return [act, time?.toISOString()];
  };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(planned(tomorrow)).toEqual(['定时发布', tomorrow]);
  expect(planned(tomorrow, '2999-01-01T00:00')).toEqual(['定时发布', new Date('2999-01-01T00:00').toISOString()]);
  expect(planned('2020-01-01T00:00:00.000Z')).toEqual(['发布', undefined]);
});

test('a page needs no category, tags or cover, and tells nobody', () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ slug: 'gear' })).toEqual([]);
  expect(hintsFor({ ...whole, slug: 'gear' }, 'page', site).map(({ field }) => field)).toEqual(['summary']);
  const me = { role: 'owner' } as Parameters<typeof submitPlan>[0]['me'];
  const plan = submitPlan({ draft: null, me, kind: 'page', content: { readType: 0 }, publishAt: '' });
  expect(plan.about).toContain('不在任何列表');
});

test('from the fourth tag on the author is advised to have fewer', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `签${n}`);
  const said = (count: number) =>
    hintsFor({ ...whole, tags: tags(count) }, 'article', site).find(({ field }) => field === 'tags')?.text;
  expect(said(3)).toBeUndefined();
  expect(said(4)).toContain('三个以内');
  expect(fieldsOf({ tags: tags(20) })).toEqual([]);
  expect(fieldsOf({ tags: tags(21) })).toEqual(['tags']);
});
