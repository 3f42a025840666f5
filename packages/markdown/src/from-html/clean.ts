import { safeLink } from '../address.ts';
import { joinWordLists, readCode, readFootnotes, readFormulas } from './blocks.ts';
import {
  all,
  classesOf,
  flatten,
  holds,
  holdsBlock,
  isWithin,
  rename,
  replaceElement,
  styleOf,
  textsOf,
  unwrap,
} from './dom.ts';
import { joinLines } from './escape-text.ts';
import {
  indentVerses,
  joinFormulas,
  markOpening,
  readBreaks,
  readFrames,
  readGalleries,
  readVerses,
} from './lossless.ts';
import { readPictures } from './pictures.ts';

/**
 * Normalizes HTML from office programs, web editors and blogs to semantic HTML. Mutates the document. `lossless` keeps
 * relative addresses and whatever Markdown cannot say.
 */
export function clean(document: Document, { lossless }: { lossless: boolean }): void {
  flatten(document);
  if (lossless) markOpening(document);
  if (lossless) readFrames(document);
  dropUnread(document, lossless);
  readFormulas(document);
  if (lossless) readVerses(document);
  readCode(document);
  joinWordLists(document);
  readHeadings(document);
  readFootnotes(document);
  readCallouts(document);
  readTasks(document);
  if (lossless) readGalleries(document);
  readPictures(document, lossless);
  readEmphasis(document);
  readLinks(document, lossless);
  tidyText(document, lossless);
  if (lossless) indentVerses(document);
  if (lossless) joinFormulas(document);
  if (lossless) readBreaks(document);
}

const unread = 'script, style, meta, link, title, template, svg, canvas, select, object, embed, xml';
const controls = 'noscript, button, textarea';

function dropUnread(document: Document, lossless: boolean) {
  for (const element of all(document, lossless ? unread : `${unread}, ${controls}`)) {
    const isFormula = /^math\/tex/.test(element.getAttribute('type') ?? '');
    if (!isFormula) element.remove();
  }
  for (const element of all(document, '*')) {
    if (!lossless && isHidden(element)) element.remove();
    else if (element.localName.includes(':')) unwrap(element); // o:p, st1:place and their like
  }
}

function isHidden(element: Element) {
  return /display:none|mso-hide:all|visibility:hidden/.test(styleOf(element)) && !element.closest('.katex, math');
}

/** Turns Word's outline levels into headings. */
function readHeadings(document: Document) {
  for (const paragraph of all(document, 'p')) {
    const level = /mso-outline-level:(\d)/.exec(styleOf(paragraph))?.[1] ?? /^MsoTitle/.exec(paragraph.className)?.[0];
    if (level) rename(paragraph, `h${Math.min(6, Number(level) || 1)}`);
  }
  for (const element of all(document, 'h1, h2, h3, h4, h5, h6')) {
    for (const bold of all(element, 'b, strong, span')) unwrap(bold);
    for (const br of all(element, 'br')) replaceElement(br, document.createTextNode(' '));
  }
}

/** Inline styles and their equivalent elements. */
const styleTags: [RegExp, string][] = [
  [/mso-highlight:|background:yellow/, 'mark'],
  [/font-weight:(bold|[6-9]00)/, 'strong'],
  [/font-style:italic/, 'em'],
  [/text-decoration[\w-]{0,20}:[^;:]*line-through/, 'del'],
];

/** Turns weight, slant and strike-through styles into elements; drops colours and sizes. */
function readEmphasis(document: Document) {
  for (const element of all(document, 'b, strong'))
    if (/font-weight:(normal|400)/.test(styleOf(element))) unwrap(element);
  for (const span of all(document, 'span, font')) {
    const name = styleTags.find(([style]) => style.test(styleOf(span)))?.[1];
    if (name) rename(span, name);
    else unwrap(span);
  }
  for (const names of ['b, strong', 'i, em', 'del, s, strike', 'mark']) simplify(document, names);
}

/** Unwraps emphasis within its like or around blocks, and joins neighbours: their marks would cancel out. */
function simplify(document: Document, names: string) {
  for (const element of all(document, names)) {
    if (isWithin(element.parentNode, names) || holdsBlock(element)) {
      unwrap(element);
      continue;
    }
    const before = element.previousSibling;
    if (before?.nodeType !== 1 || !names.split(', ').includes((before as Element).localName)) continue;
    while (element.firstChild) before.appendChild(element.firstChild);
    element.remove();
  }
}

/** Unwraps links with unsafe addresses, and when pasted those to places within the page or site. */
function readLinks(document: Document, lossless: boolean) {
  const ids = new Set(all(document, '[id]').map((element) => element.getAttribute('id')));
  for (const link of all(document, 'a')) {
    const address = safeLink(link.getAttribute('href') ?? '')?.replace(/\s/g, '%20') ?? '';
    const leads = lossless ? leadsSomewhere(address, ids) : leadsElsewhere(address);
    const isEmpty = link.textContent?.trim() === '' && !holds(link, 'img, video, audio, iframe');
    if (!leads || isEmpty) unwrap(link);
    else writeHref(link, address);
  }
}

function leadsSomewhere(address: string, ids: Set<string | null>) {
  return address !== '' && (!address.startsWith('#') || ids.has(address.slice(1)));
}

function leadsElsewhere(address: string) {
  return /^(https?:|mailto:|tel:|\/(?!\/)|\/\/)/i.test(address) && !/^(\/\/)?$/.test(address);
}

function writeHref(link: Element, address: string) {
  link.setAttribute('href', address);
  if (holdsBlock(link)) spreadLink(link);
}

/** Moves a link around blocks into each of the innermost. */
function spreadLink(link: Element) {
  const document = link.ownerDocument;
  const href = link.getAttribute('href') ?? '';
  const innermost = all(link, 'h1, h2, h3, h4, h5, h6, p, li, figcaption, td, div, figure').filter(
    (block) => !holdsBlock(block) && (block.textContent?.trim() || holds(block, 'img')),
  );
  for (const block of innermost) {
    const made = document.createElement('a');
    made.setAttribute('href', href);
    while (block.firstChild) made.appendChild(block.firstChild);
    block.appendChild(made);
  }
  unwrap(link);
}

function tidyText(document: Document, lossless: boolean) {
  for (const text of textsOf(document)) {
    const written = text.nodeValue ?? '';
    const tidied = joinLines(written.replace(/[\u200b\u200c\ufeff\u00ad]/g, '').replace(/\u00a0/g, ' '));
    if (tidied !== written && !isWithin(text, 'pre, code')) text.nodeValue = tidied;
  }
  for (const br of all(document, 'br')) if (endsBlock(br)) br.remove();
  for (const wrapped of all(document, lossless ? 'center' : 'u, ins, center')) unwrap(wrapped);
}

/** Whether the line break is the last node of its block. */
function endsBlock(br: Element): boolean {
  let next: Node | null = br.nextSibling;
  while (next && next.nodeType === 3 && next.nodeValue?.trim() === '') next = next.nextSibling;
  return next === null && !/^(span|a|b|strong|em|i)$/.test(br.parentElement?.localName ?? '');
}

/** Callouts of Notion, Yuque, GitHub and documentation sites. */
const drawn = 'aside, figure.callout, .ne-alert, .lake-alert, .markdown-alert, .admonition, .custom-block, .callout';

const kinds: [RegExp, string][] = [
  [/danger|caution|error/, 'CAUTION'],
  [/warn|attention/, 'WARNING'],
  [/important/, 'IMPORTANT'],
  [/tip|success/, 'TIP'],
];

/** Turns callouts into block quotes that start with their kind. */
function readCallouts(document: Document): void {
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

/** Turns drawn checkboxes into inputs at the start of their list item. */
function readTasks(document: Document): void {
  for (const box of all(document, 'input[type="checkbox"], .checkbox, [role="checkbox"]')) {
    const item = box.closest('li');
    if (!item || item.hasAttribute('data-task')) continue;
    item.setAttribute('data-task', isChecked(box) ? 'x' : ' ');
    box.remove();
  }
  for (const input of all(document, 'input')) input.remove();
}

function isChecked(box: Element) {
  return (
    box.hasAttribute('checked') ||
    box.getAttribute('aria-checked') === 'true' ||
    / (checkbox-on|checked) /.test(classesOf(box))
  );
}
