import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { LinksScreen, pickOther } from './links-screen.tsx';

test('a random choice differs from the last one', () => {
  for (const chance of [0, 0.3, 0.5, 0.999]) {
    expect(['a', 'c']).toContain(pickOther(['a', 'b', 'c'], 'b', chance));
    expect(pickOther(['a'], 'a', chance)).toBe('a');
  }
  expect(pickOther([], '', 0.5)).toBe('');
});

test('only a site that can send mail promises a letter', () => {
  const links = { count: 0, groups: [], own: { name: '墨笺', url: 'https://mojian.example', info: '', avatar: '' } };
  const shown = (canMail: boolean) => {
    const screen = createElement(LinksScreen, { links, hasNews: false, writeTo: '', canMail, apply: async () => {} });
    return renderToStaticMarkup(
      createElement(RouterProvider, { router: createMemoryRouter([{ path: '/', element: screen }]) }),
    );
  };
  expect(shown(true)).toContain('看过之后会写信告诉你');
  expect(shown(false)).not.toContain('写信告诉你');
  expect(shown(false)).toContain('本站还不能寄信，通过之后，它会出现在这一页。');
});
