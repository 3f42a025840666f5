import type { SiteInfo } from '@mojian/contract/core/site';
import { expect, test } from 'vitest';
import { pageMeta, siteFrom } from './page-meta.ts';

const site = {
  name: '墨笺',
  tagline: '把日子写成信',
  description: '一个博客',
  url: 'https://mojian.example',
  seo: { keywords: '', hidden: false, codes: [] as SiteInfo['seo']['codes'] },
} as SiteInfo;
const titleOf = (meta: object[]) => meta.find((tag): tag is { title: string } => 'title' in tag)?.title;

test('a page has its title before the site’s name, a specified one stands alone, the home page has the tagline', () => {
  expect(titleOf(pageMeta({ site, title: '桥下', path: '/article/3' }))).toBe('桥下 · 墨笺');
  expect(titleOf(pageMeta({ site, title: '文章归档', path: '/archive' }))).toBe('文章归档');
  expect(titleOf(pageMeta({ site, title: '文章归档', path: '/article/4' }))).toBe('文章归档 · 墨笺');
  expect(titleOf(pageMeta({ site, path: '/' }))).toBe('把日子写成信');
});

test('addresses are absolute, also that of the picture', () => {
  const meta = pageMeta({ site, title: '桥下', path: '/article/10', image: '/cover/v1/3-day.webp', type: 'article' });
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://mojian.example/article/10' });
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://mojian.example/cover/v1/3-day.webp' });
  expect(meta).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
});

test('without the site only the title is set', () => {
  expect(pageMeta({ site: siteFrom([{ id: 'root' }, undefined]), title: '文章归档', path: '/archive' })).toEqual([
    { title: '文章归档' },
  ]);
});

test('verification codes are on the home page, and noindex on every page of a hidden site', () => {
  const codes = [{ name: 'google-site-verification', content: 'abc' }];
  const reported = { ...site, seo: { keywords: '慢, 纸', hidden: true, codes } };
  const all = [
    { name: 'keywords', content: '慢, 纸' },
    { name: 'robots', content: 'noindex' },
  ];
  expect(pageMeta({ site: reported, path: '/' })).toEqual(expect.arrayContaining([...all, ...codes]));
  expect(pageMeta({ site: reported, path: '/about' })).toEqual(expect.arrayContaining(all));
  expect(pageMeta({ site: reported, path: '/about' })).not.toContainEqual(codes[0]);
  expect(JSON.stringify(pageMeta({ site, path: '/' }))).not.toMatch(/robots|keywords/);
});

test('a page of a list names its feed', () => {
  const tags = pageMeta({ site, title: '标签：桥', path: '/tags?id=3', feed: '/feed/tag/3.xml' });
  expect(tags).toContainEqual({
    tagName: 'link',
    rel: 'alternate',
    href: '/feed/tag/3.xml',
    type: 'application/rss+xml',
    title: '标签：桥',
  });
});
