import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CachedFragment, FragmentsOfPage } from '../ui/cached-fragment.tsx';
import { RenderedAt } from '../ui/rendered-at.ts';
import { PageFragments } from './page-fragments.ts';

let renders = 0;

function Footer({ words }: { words: string }) {
  renders += 1;
  return createElement('footer', null, words, createElement('b', null, '1 & 2'));
}

type Shown = { data: object[]; name?: string; renderedAt?: number; words?: string; text?: string };

/** A page with a text before the footer, and whether it was rendered rather than taken from an earlier page. */
function page({ data, name = 'footer', renderedAt = 1000, words = '三年', text = '正文' }: Shown) {
  const fragments = new PageFragments('secret');
  const before = renders;
  const screen = createElement(
    Fragment,
    null,
    createElement('main', null, text),
    createElement(CachedFragment, { data, name }, createElement(Footer, { words })),
    createElement('aside', null, text),
  );
  const html = renderToString(
    createElement(FragmentsOfPage, { value: fragments }, createElement(RenderedAt, { value: renderedAt }, screen)),
  );
  const pieces = fragments
    .fill(html)
    .map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece)));
  return { html: pieces.join(''), isRendered: renders > before };
}

const footer = '<footer>三年<b>1 &amp; 2</b></footer>';

test('a page of the same second and data takes the fragment as it was rendered', () => {
  const data = [{}, {}];
  const first = page({ data, text: '第一页' });
  const second = page({ data, text: '第二页' });
  expect(first).toEqual({ html: `<main>第一页</main>${footer}<aside>第一页</aside>`, isRendered: true });
  expect(second).toEqual({ html: `<main>第二页</main>${footer}<aside>第二页</aside>`, isRendered: false });
});

test('other data, another name or another second renders the fragment anew', () => {
  const site = {};
  const data = [site, {}];
  page({ data });
  expect(page({ data: [site, {}], words: '四年' }).html).toContain('四年');
  expect(page({ data, words: '五年' }).html).toContain('五年');
  expect(page({ data: [{}, data[1] ?? {}], words: '六年' }).html).toContain('六年');
  expect(page({ data, name: 'footer of another', words: '七年' }).html).toContain('七年');
  expect(page({ data, renderedAt: 2000, words: '八年' }).html).toContain('八年');
});

test('a text that looks like a mark stays a text', () => {
  const data = [{}];
  const text = '<template id="secret-0"></template>';
  expect([page({ data, text }), page({ data, text })].map(({ html }) => html)).toEqual(
    Array.from(
      { length: 2 },
      () =>
        `<main>&lt;template id=&quot;secret-0&quot;&gt;&lt;/template&gt;</main>${footer}<aside>&lt;template id=&quot;secret-0&quot;&gt;&lt;/template&gt;</aside>`,
    ),
  );
});

test('without a cache, as in a browser, the fragment is rendered where it stands', () => {
  const footerAlone = createElement(
    CachedFragment,
    { data: [{}], name: 'footer' },
    createElement(Footer, { words: '三年' }),
  );
  expect(renderToString(footerAlone)).toBe(footer);
});
