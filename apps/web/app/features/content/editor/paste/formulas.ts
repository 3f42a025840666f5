import { all, replaceElement } from './dom.ts';

/** Formulas as KaTeX, MathJax, Yuque and Zhihu draw them, outermost first. */
const drawn =
  '.katex-display, .katex, mjx-container, math, [data-tex], [data-latex], [data-formula], script[type^="math/tex"]';

/** Each drawn formula becomes its source, in an element that the writer of Markdown knows. */
export function readFormulas(document: Document): void {
  for (const element of all(document, drawn)) {
    if (!document.body.contains(element)) continue; // inside one that is done
    const source = sourceOf(element);
    if (!source) continue;
    const made = document.createElement('code');
    made.setAttribute('data-formula-source', source);
    if (isDisplayed(element)) made.setAttribute('data-display', '');
    made.appendChild(document.createTextNode(source)); // what is blank would be left out
    replaceElement(element, made);
  }
}

function sourceOf(element: Element): string {
  const said =
    element.getAttribute('data-tex') ?? element.getAttribute('data-latex') ?? element.getAttribute('data-formula');
  const annotation = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
  const written = element.localName === 'script' ? element.textContent : '';
  return (said ?? annotation ?? written ?? element.getAttribute('alttext') ?? '').replace(/\s+/g, ' ').trim();
}

function isDisplayed(element: Element) {
  return (
    / katex-display /.test(` ${element.getAttribute('class')} `) ||
    element.getAttribute('display') === 'block' ||
    element.getAttribute('display') === 'true' ||
    /mode=display/.test(element.getAttribute('type') ?? '')
  );
}
