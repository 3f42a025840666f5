import { toggleLines } from './reading-choices.ts';
import './code.css';

/** Adds buttons that wrap long lines and unfold long code. */
export function readyCode(body: HTMLElement, signal: AbortSignal) {
  const figures = [...body.querySelectorAll<HTMLElement>('.code')];
  const breakers = figures.map(addBreaker);
  const show = () => {
    const isBroken = Boolean(document.documentElement.dataset.lines);
    for (const [index, breaker] of breakers.entries()) {
      const pre = figures[index]?.querySelector('pre');
      breaker.hidden = !isBroken && (!pre || pre.scrollWidth <= pre.clientWidth);
      breaker.ariaPressed = String(isBroken);
    }
  };
  for (const breaker of breakers)
    breaker.addEventListener(
      'click',
      () => {
        const { top } = breaker.getBoundingClientRect();
        toggleLines();
        show();
        scrollBy({ top: breaker.getBoundingClientRect().top - top, behavior: 'instant' }); // holds the button in place
      },
      { signal },
    );
  for (const figure of figures) if (figure.querySelector(longCode)) addUnfolder(figure, signal);
  addEventListener('resize', show, { passive: true, signal });
  show();
}

/** Same selector as in the style sheet. */
const longCode = '.l:nth-child(31)';

function addBreaker(figure: HTMLElement) {
  const breaker = document.createElement('button');
  breaker.type = 'button';
  breaker.className = 'btn quiet push code-breaker';
  breaker.textContent = '换行';
  figure.querySelector('[data-copy]')?.before(breaker);
  return breaker;
}

function addUnfolder(figure: HTMLElement, signal: AbortSignal) {
  const lines = figure.querySelectorAll('.l').length;
  const unfolder = document.createElement('button');
  unfolder.type = 'button';
  unfolder.className = 'code-unfolder';
  const show = () => {
    const isOpen = figure.classList.contains('code-open');
    unfolder.textContent = isOpen ? '收起' : `展开全部 ${lines} 行`;
    unfolder.ariaExpanded = String(isOpen);
  };
  unfolder.addEventListener(
    'click',
    () => {
      const isOpen = figure.classList.toggle('code-open');
      show();
      if (!isOpen) figure.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    },
    { signal },
  );
  figure.classList.add('code-foldable');
  figure.append(unfolder);
  show();
}
