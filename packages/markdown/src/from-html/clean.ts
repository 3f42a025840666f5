import { safeLink } from '../address.ts';
import { readFootnotes, readFormulas } from './blocks.ts';
import { readCode } from './code.ts';
import {
  all,
  classesOf,
  flatten,
  hasBlock,
  hasElement,
  isWithin,
  rename,
  replaceElement,
  styleOf,
  textsOf,
  unwrap,
} from './dom.ts';
import { joinLines } from './escape-text.ts';
import { readLists } from './lists.ts';
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
  dropUnread(document, lossless);
  readFormulas(document);
  if (lossless) readVerses(document);
  readCode(document);
  if (lossless) readFrames(document);
  readLists(document);
  if (!lossless) for (const button of all(document, 'button')) button.remove();
  readHeadings(document);
  readFootnotes(document);
  readCallouts(document);
  readTasks(document);
  if (lossless) readGalleries(document);
  readPictures(document, lossless);
  readEmphasis(document);
  readLinks(document, lossless);
  for (const link of all(document, 'a')) guardMark(link);
  tidyText(document, lossless);
  if (lossless) indentVerses(document);
  if (lossless) joinFormulas(document);
  if (lossless) readBreaks(document);
}

const unread = 'script, style, meta, link, title, template, canvas, desc, metadata';
const controls = 'noscript, textarea, svg, select, object, embed';

function dropUnread(document: Document, lossless: boolean) {
  const data = all(document, 'xml').filter(isOfOffice);
  const hidden = lossless ? [] : all(document, '*').filter(isHidden);
  for (const element of [...data, ...all(document, lossless ? unread : `${unread}, ${controls}`), ...hidden])
    if (!/^math\/tex/.test(element.getAttribute('type') ?? '')) element.remove();
  for (const drawn of all(document, 'svg, select')) spreadWords(drawn);
  for (const element of all(document, '*')) if (element.localName.includes(':')) unwrap(element); // o:p, st1:place
}

/** Whether it is data of an office program, not somebody's words about XML. */
function isOfOffice(island: Element) {
  return all(island, '*').some(({ localName }) => localName.includes(':'));
}

/** Leaves the words of a drawing or menu, each by itself. */
function spreadWords(drawn: Element) {
  const words = all(drawn, 'text, foreignobject, option').flatMap(({ textContent }) => textContent?.trim() || []);
  const text = words.length > 0 ? words.join(' ') : (drawn.textContent?.trim() ?? '');
  replaceElement(drawn, drawn.ownerDocument.createTextNode(text));
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
    for (const link of all(element, 'a, button')) readAnchor(link);
    for (const bold of all(element, 'b, strong, span')) unwrap(bold);
    for (const br of all(element, 'br')) replaceElement(br, document.createTextNode(' '));
  }
}

const anchorClass =
  /(?:^|[\s_-])(?:headerlink|hash-?link|(?:header-?|heading-?|markdownit-)?anchors?(?:js)?(?:-link)?|octicon-link|direct-link)(?:$|\s)/;
const anchorWords = /^(?:(?:permanent )?link|permalink|anchor|直接链接|永久链接|锚点)(?: (?:to|for) .*)?$/i;

/** Drops the sign by which a heading links to itself; where the heading's words are that link, they stay. */
function readAnchor(link: Element) {
  const words = (link.textContent ?? '').replace(/\u200b/g, '').trim();
  const isOwn = anchorClass.test(classesOf(link)) || link.getAttribute('href')?.startsWith('#');
  const isSign = !/[\p{L}\p{N}]/u.test(words) || anchorWords.test(words);
  if (!isOwn || hasElement(link, 'img')) return;
  if (isSign) link.remove();
  else if (anchorClass.test(classesOf(link))) unwrap(link);
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
    if (isWithin(element.parentNode, names) || hasBlock(element)) {
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
    const isEmpty = link.textContent?.trim() === '' && !hasElement(link, 'img, video, audio, iframe');
    if (!leads || isEmpty) unwrap(link);
    else writeHref(link, address);
  }
}

/** An exclamation mark before a link would make it a picture. */
function guardMark(link: Element) {
  const before = link.previousSibling;
  if (before?.nodeType === 3 && before.nodeValue?.endsWith('!'))
    before.nodeValue = `${before.nodeValue.slice(0, -1)}${guardedMark}`;
}

/** Stands for an exclamation mark to be escaped; no text has this character. */
export const guardedMark = '\ufdd0';

function leadsSomewhere(address: string, ids: Set<string | null>) {
  return address !== '' && (!address.startsWith('#') || ids.has(address.slice(1)));
}

function leadsElsewhere(address: string) {
  return /^(https?:|mailto:|tel:|\/(?!\/)|\/\/)/i.test(address) && !/^(\/\/)?$/.test(address);
}

function writeHref(link: Element, address: string) {
  link.setAttribute('href', address);
  if (hasBlock(link)) spreadLink(link);
}

/** Moves a link around blocks into each of the innermost. */
function spreadLink(link: Element) {
  const document = link.ownerDocument;
  const href = link.getAttribute('href') ?? '';
  const innermost = all(link, 'h1, h2, h3, h4, h5, h6, p, li, figcaption, td, div, figure').filter(
    (block) => !hasBlock(block) && (block.textContent?.trim() || hasElement(block, 'img')),
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
    for (const heading of all(element, '.markdown-alert-title, .admonition-title, .icon')) readCalloutTitle(heading);
    const quote = rename(element, 'blockquote');
    const mark = document.createElement('p');
    mark.setAttribute('data-kind', kind);
    mark.appendChild(document.createTextNode(kind));
    quote.insertBefore(mark, quote.firstChild);
  }
}

/** A title that only says the kind goes; one of the writer's own stays. */
function readCalloutTitle(heading: Element) {
  const words = heading.textContent?.trim() ?? '';
  if (!/[\p{L}\p{N}]/u.test(words) || calloutWords.test(words)) heading.remove();
  else if (!isWithin(heading.parentNode, 'b, strong')) rename(rename(heading, 'p'), 'p');
}

const calloutWords =
  /^(?:note|info|tip|important|warning|caution|danger|error|attention|success|hint|注意|提示|警告|信息|重要|危险)$/i;

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
