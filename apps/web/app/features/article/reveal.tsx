import type { ArticleInfo } from '@mojian/contract/articles';
import { createRoot } from 'react-dom/client';
import { startsWithLetter } from './article-body.tsx';
import { Contents } from './contents.tsx';

/** Said on the page once the whole text stands in it. */
export const revealed = 'mojian:revealed';

/** Puts the whole text where its opening stood. The opening is how it begins, so the reader's place stays theirs. */
export function reveal({ html, headings }: ArticleInfo) {
  const page = document.getElementById('main');
  const body = page?.querySelector<HTMLElement>('.prose.sealed');
  if (!page || !body) return;
  const from = body.children.length - 1;
  body.innerHTML = html;
  body.className = startsWithLetter(html) ? 'prose capped' : 'prose';
  for (const part of page.querySelectorAll('.gate, .head .how')) part.remove();
  for (const list of page.querySelectorAll('.contents')) {
    const place = document.createElement('div');
    place.className = 'contents-place';
    list.replaceWith(place);
    createRoot(place).render(<Contents headings={headings} />);
  }
  showNew(body, from);
  requestAnimationFrame(() => page.dispatchEvent(new Event(revealed)));
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
