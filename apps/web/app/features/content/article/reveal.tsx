import type { ArticleInfo } from '@mojian/contract/content/articles';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { startsWithLetter } from './article-body.tsx';
import { Contents } from './contents.tsx';

/** Said on the page once the whole text stands in it, with the whole article. */
export const revealed = 'mojian:revealed';

/**
 * Puts the whole text where its opening stood. The opening is how it begins, so the reader's place stays theirs.
 * `asked`: the reader has just opened it, and goes on where it was cut; who had opened it before finds it as any article.
 */
export function reveal(whole: ArticleInfo, asked: boolean) {
  const { html, headings } = whole;
  const page = document.getElementById('main');
  const body = page?.querySelector<HTMLElement>('.prose.sealed');
  if (!page || !body) return;
  const from = body.children.length - 1;
  body.innerHTML = html;
  body.className = startsWithLetter(html) ? 'prose capped' : 'prose';
  // hidden, not removed: on a page that was reached by a link they are React's
  hide(page, '.gate, .head .how', true);
  hide(page, '.thanks', false);
  if (headings.length > 0) showContents(page, headings);
  if (asked) showNew(body, from);
  page.dispatchEvent(new CustomEvent(revealed, { detail: whole }));
}

function showContents(page: HTMLElement, headings: ArticleInfo['headings']) {
  for (const list of page.querySelectorAll('.contents')) {
    const place = document.createElement('div');
    place.className = 'contents-place';
    list.replaceWith(place);
    flushSync(() => createRoot(place).render(<Contents headings={headings} />));
  }
  hide(page, '.toc-fold, .toc .vert, .dock [data-do="contents"]', false);
}

function hide(page: HTMLElement, parts: string, hidden: boolean) {
  for (const part of page.querySelectorAll<HTMLElement>(parts)) part.hidden = hidden;
}

/** The keyboard and those who hear the page go on where the text was cut; what is new comes in softly. */
function showNew(body: HTMLElement, from: number) {
  const parts = [...body.children].slice(Math.max(0, from)) as HTMLElement[];
  const [first] = parts;
  if (!first) return;
  first.tabIndex = -1;
  first.focus({ preventScroll: true });
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const part of parts) part.animate({ opacity: [0, 1] }, { duration: 600, easing: 'ease-out' });
}
