import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { handlers } from './actions.ts';
import { allowsDropCap } from './article-body.tsx';
import { opensWith } from './article-head.tsx';
import { ArticleScreen, jsonLd } from './article-screen.tsx';
import { progressWords } from './enhance.ts';
import { UnlockBox } from './unlock-box.tsx';

const long = '字'.repeat(70);

test.each([
  ['a paragraph of Chinese', `<p>外婆家有一本${long}</p>`, true],
  ['a paragraph of Latin', `<p>Once upon a time ${long}</p>`, true],
  ['a link further on', `<p>外婆家有<a href="/">一本</a>${long}</p>`, true],
  ['punctuation that would hang on the letter', `<p>「引号」${long}</p>`, false],
  ['a letter followed by punctuation', `<p>茶，是${long}</p>`, false],
  ['a heading', `<h2>开头</h2><p>${long}</p>`, false],
  ['a picture', `<figure class="fig"></figure><p>${long}</p>`, false],
  ['too short a paragraph, however long its tags are', `<p>短短的<a href="/${'a'.repeat(90)}">一段</a></p>`, false],
])('a drop cap for %s', (_, html, expected) => {
  expect(allowsDropCap(html)).toBe(expected);
});

test('a summary made from the beginning of the text is not told twice', () => {
  const html = '<p>这台机器<strong>一个月</strong>三十四块钱，比我楼下的停车位便宜。</p>';
  expect(opensWith(html, '这台机器一个月三十四块钱，比我楼下的停车位便宜。……')).toBe(true);
  expect(opensWith(html, '一个文件就够了，四年的账都在里面。')).toBe(false);
  expect(opensWith('<p>今天下雪了，很大。</p><p><img alt="雪"></p><p>完</p>', '今天下雪了，很大。')).toBe(true);
});

test('no title ends the script element that carries it', () => {
  const title = '</script><script>alert(1)</script>';
  const json = jsonLd(articleWith({ title, summary: title }), {
    name: '墨笺',
    url: 'https://mojian.example',
  } as SiteInfo);
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toMatchObject({ '@type': 'BlogPosting', headline: title, description: title });
});

test('search engines are told what the author wrote for them, and who wrote what was reprinted', () => {
  const site = { name: '墨笺', url: 'https://mojian.example' } as SiteInfo;
  const reported = (fields: Partial<ArticleInfo>) =>
    JSON.parse(jsonLd(articleWith({ summary: '摘要', ...fields }), site));
  expect(reported({ original: true, description: '' })).toMatchObject({
    description: '摘要',
    author: { name: '沈砚' },
  });
  const reprint = { original: false, sourceAuthor: '周作', sourceUrl: 'https://example.com/a', description: '一句话' };
  expect(reported(reprint)).toMatchObject({
    description: '一句话',
    author: { '@type': 'Person', name: '周作' },
    sdPublisher: { name: '沈砚' },
    isBasedOn: 'https://example.com/a',
  });
  expect(reported({ ...reprint, sourceAuthor: '', sourceUrl: 'javascript:alert(1)' })).toMatchObject({
    author: { name: '沈砚' },
  });
  expect(reported({ ...reprint, sourceUrl: 'javascript:alert(1)' })).not.toHaveProperty('isBasedOn');
});

test('what an author declares to contain an AI’s work is declared to programs as well, on articles and pages', () => {
  const site = { name: '墨笺', url: 'https://mojian.example' } as SiteInfo;
  const source = (fields: Partial<ArticleInfo>) => JSON.parse(jsonLd(articleWith(fields), site)).digitalSourceType;
  const declared = 'https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource';
  for (const kind of ['article', 'page'] as const)
    expect([source({ kind }), source({ kind, hasAiContent: true })]).toEqual([undefined, declared]);
});

test('reading is told in per cent and minutes, and never as the last zero minutes', () => {
  expect(progressWords(0, 11)).toBe('全文约 11 分钟');
  expect(progressWords(0.36, 11)).toBe('还剩 7 分钟');
  expect(progressWords(0.999, 11)).toBe('还剩 1 分钟');
  expect(progressWords(1, 11)).toBe('已读完');
});

test('every action has a button on some article, and each button’s action a handler', () => {
  const site = {
    name: '墨笺',
    url: 'https://mojian.example',
    rewards: { wechat: '/code.png', alipay: '' },
    officialAccount: { name: '墨笺小站', qrCode: '' },
    features: ['comments', 'registration'],
    registration: { mode: 'open' },
    commenting: 'open',
  } as unknown as SiteInfo;
  const named = [0, 1, 2, 3, 4, 6].flatMap((readType) => {
    const article = articleWith({ readType, locked: readType > 0, headings: [{ id: 'a', text: '一', level: 2 }] });
    const unlockBox = article.locked && createElement(UnlockBox, { article, site });
    const router = createMemoryRouter([
      { path: '/', element: createElement(ArticleScreen, { article, site, comments: null, unlockBox }) },
    ]);
    const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
    return [...html.matchAll(/data-do="([^"]*)"/g)].map(([, name]) => name);
  });
  expect([...new Set(named)].sort()).toEqual(Object.keys(handlers).sort());
});

function articleWith(fields: Partial<ArticleInfo>) {
  const time = '2026-11-19T12:40:00.000Z';
  return {
    id: 1,
    kind: 'article',
    title: '机器',
    summary: '',
    html: '<p>字</p>',
    cover: '',
    coverNumber: 7,
    author: { id: 1, nickname: '沈砚', avatar: '', guest: false },
    category: null,
    series: null,
    commenting: 'open',
    related: [],
    tags: [],
    publishedAt: time,
    updatedAt: time,
    ...fields,
  } as unknown as ArticleInfo;
}
