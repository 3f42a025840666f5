import type { ArticleCard } from '@mojian/contract/content/articles';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ArticleList } from './article-list.tsx';

const card = (id: number, pinned: boolean): ArticleCard => ({
  id,
  path: `/article/${id}`,
  title: `第${id}篇`,
  summary: `摘要${id}`,
  cover: '',
  coverNumber: 0,
  focusX: 50,
  focusY: 50,
  category: null,
  tags: [],
  author: { id: 1, nickname: '沈砚', avatar: '', guest: false },
  isAlbum: false,
  original: true,
  pinned,
  readType: 0,
  words: 10,
  minutes: 1,
  views: 0,
  likes: 0,
  comments: 0,
  publishedAt: '2026-05-01T04:00:00.000Z',
  updatedAt: '2026-05-01T04:00:00.000Z',
});

function rows(pinnedFirst?: boolean) {
  const records = [card(1, false), card(2, true)];
  const list = createElement(ArticleList, {
    first: { records, total: 2, pages: 1, pageNo: 1 },
    loadPage: () => Promise.reject(new Error('no more pages')),
    addressOf: () => '/',
    empty: null,
    extra: ({ id }) => `取消收藏${id}`,
    ...(pinnedFirst !== undefined && { pinnedFirst }),
  });
  const router = createMemoryRouter([{ path: '/', element: list }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('a pinned article is a row like the rest where pinned ones do not come first', () => {
  const shown = rows();
  expect(shown).not.toContain('置顶');
  expect(shown).toContain('摘要2');
  expect(shown).toContain('取消收藏2');
});

test('where pinned articles come first, they are short and marked', () => {
  const shown = rows(true);
  expect(shown).toContain('置顶');
  expect(shown).not.toContain('摘要2');
});
