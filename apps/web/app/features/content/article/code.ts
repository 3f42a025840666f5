import { buttonElement } from '../../../ui/button-element.ts';
import { toggleLines } from './reading-choices.ts';
import './code.css';

/** Adds buttons that wrap long lines and unfold long code. */
export function readyCode(text: HTMLElement, signal: AbortSignal) {
  const figures = [...text.querySelectorAll<HTMLElement>('.code')];
  const showAll = () => {
    for (const show of shows) show();
  };
  const shows = figures.map((figure) => addBreaker(figure, showAll));
  for (const figure of figures) if (isCut(figure)) addUnfolder(figure);
  addEventListener('resize', showAll, { passive: true, signal });
  showAll();
}

/** Whether the style sheet cuts the code, as it does long code in an article. */
function isCut(figure: HTMLElement) {
  const pre = figure.querySelector('pre');
  return pre !== null && getComputedStyle(pre).maxHeight !== 'none';
}

/** Adds a button that wraps the long lines of all code. Returns the function that shows whether it does. */
function addBreaker(figure: HTMLElement, showAll: () => void) {
  const pre = figure.querySelector('pre');
  const breaker = buttonElement('btn quiet push code-breaker', '换行', () => {
    const { top } = breaker.getBoundingClientRect();
    toggleLines();
    showAll();
    scrollBy({ top: breaker.getBoundingClientRect().top - top, behavior: 'instant' }); // holds the button in place
  });
  figure.querySelector('[data-copy]')?.before(breaker);
  return () => {
    const isBroken = Boolean(document.documentElement.dataset.lines);
    breaker.hidden = !isBroken && (!pre || pre.scrollWidth <= pre.clientWidth);
    breaker.ariaPressed = String(isBroken);
  };
}

function addUnfolder(figure: HTMLElement) {
  const lines = figure.querySelectorAll('.l').length;
  const show = (isOpen: boolean) => {
    unfolder.textContent = isOpen ? '收起' : `展开全部 ${lines} 行`;
    unfolder.ariaExpanded = String(isOpen);
  };
  const unfolder = buttonElement('code-unfolder', '', () => {
    const isOpen = figure.classList.toggle('code-open');
    show(isOpen);
    if (!isOpen) figure.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  });
  figure.classList.add('code-foldable');
  figure.append(unfolder);
  show(false);
}
