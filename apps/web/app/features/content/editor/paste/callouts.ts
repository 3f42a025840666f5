import { all, classesOf, rename } from './dom.ts';

/** Notices as Notion, Yuque, GitHub and documentation sites draw them. */
const drawn = 'aside, figure.callout, .ne-alert, .lake-alert, .markdown-alert, .admonition, .custom-block, .callout';

const kinds: [RegExp, string][] = [
  [/danger|caution|error/, 'CAUTION'],
  [/warn|attention/, 'WARNING'],
  [/important/, 'IMPORTANT'],
  [/tip|success/, 'TIP'],
];

/** They become quotations that name their kind, which our Markdown draws as notices again. */
export function readCallouts(document: Document): void {
  for (const element of all(document, drawn)) {
    if (!element.textContent?.trim()) continue;
    const said = `${classesOf(element)} ${element.getAttribute('data-type') ?? ''}`;
    const kind = kinds.find(([words]) => words.test(said))?.[1] ?? 'NOTE';
    for (const heading of all(element, '.markdown-alert-title, .admonition-title, .icon')) heading.remove();
    const quote = rename(element, 'blockquote');
    const mark = document.createElement('p');
    mark.setAttribute('data-kind', kind);
    mark.appendChild(document.createTextNode(kind));
    quote.insertBefore(mark, quote.firstChild);
  }
}
