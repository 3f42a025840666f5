import type { SiteInfo } from '@mojian/contract/core/site';
import type { Home } from '@mojian/contract/pages/home';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Composed } from './compose.ts';
import { SideColumn } from './side-column.tsx';

const comment = {
  authorId: 2,
  guest: false,
  text: '那盏灯要是卖，我第一个买。',
  createdAt: '2026-11-20T08:00:00.000Z',
  article: { id: 1, path: '/article/1', title: '会听雨的灯' },
};

test('the newest comments show their writers’ pictures, and the first character of who has none', () => {
  const comments: Home['comments'] = [
    { ...comment, id: 1, nickname: '青蛙', avatar: '/files/frog.webp' },
    { ...comment, id: 2, nickname: '陶然', avatar: '' },
    { ...comment, id: 3, nickname: '远客', avatar: 'https://elsewhere.example/face.png' },
  ];
  const counts = { articles: 1, categories: 0, tags: 0, series: 0, pinned: 0 };
  const site = { url: 'https://mojian.example', authorName: '沈砚', contacts: {}, showList: [] } as unknown as SiteInfo;
  const element = createElement(SideColumn, {
    site,
    composed: { counts, recommended: [], comments } as unknown as Composed,
  });
  const router = createMemoryRouter([{ path: '/', element }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  const [, list = ''] = html.split('<ul class="home-comments">');
  const faces = list
    .split('<li')
    .slice(1)
    .map((row) => /<(img|span) class="face[^>]*>(.?)/.exec(row)?.slice(1));
  expect(faces.map((face) => face?.[0])).toEqual(['img', 'span', 'span']);
  expect(list).toContain('src="/files/frog.webp"');
  expect(list).not.toContain('elsewhere.example');
});
