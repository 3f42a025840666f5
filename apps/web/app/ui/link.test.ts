import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type LinkProps, Link as RouterLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

function write(link: typeof Link, props: LinkProps) {
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/tags?id=3' }, createElement(link, props)));
}

const whole = [
  '/',
  '/tags',
  '/tags/',
  '/article/rain',
  '/say?topic=雨 天',
  '/search?q=a&page=2',
  '/article/3#评论',
  '/?by=hot',
];
const odd = [
  '',
  '?page=2',
  '#end',
  'rain',
  '../rain',
  '//mojian.example',
  '/a//b',
  '/a/../b',
  '/tags?',
  '/tags#',
  '/a?#b',
];
const outside = ['https://mojian.example/rain', 'mailto:rain@mojian.example'];

test.each<LinkProps['to']>([...whole, ...odd, ...outside, { pathname: '/tags', search: '?id=4' }])(
  'a link to %j is served as React Router writes it',
  (to) => {
    expect(write(Link, { to })).toBe(write(RouterLink, { to }));
    const shown = { to, className: 'tag', title: '雨 "天"', 'aria-current': 'page', children: '雨' } as const;
    const behaviour = { reloadDocument: true, preventScrollReset: true, state: { from: 3 }, onClick: () => {} };
    expect(write(Link, { ...shown, ...behaviour })).toBe(write(RouterLink, { ...shown, ...behaviour }));
  },
);
