import { safeMedia } from '../address.ts';
import { all, insertAfter, isWithin, rename, replaceElement, textsOf, unwrap } from './dom.ts';

/** Puts a paragraph where the opening ends, in place of WordPress' and Hexo's `<!--more-->`; only the first counts. */
export function markOpening(document: Document): void {
  const walker = document.createTreeWalker(document.body, 128); // comments
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/^\s*more\b/.test(node.nodeValue ?? '')) continue;
    const mark = document.createElement('p');
    mark.setAttribute('data-more', '');
    mark.appendChild(document.createTextNode('more'));
    const block = node.parentElement?.closest('p, li, h1, h2, h3, h4, h5, h6');
    if (block) insertAfter(block.closest('ul, ol') ?? block, mark);
    else node.parentNode?.insertBefore(mark, node);
    return;
  }
}

/** Turns old embedding elements into frames, and keeps the text of form controls. */
export function readFrames(document: Document): void {
  for (const old of all(document, 'object, embed')) frame(old);
  for (const control of all(document, 'button, textarea, form')) {
    unwrap(control);
  }
}

function frame(old: Element) {
  const address = old.getAttribute('data') ?? old.getAttribute('src') ?? '';
  if (safeMedia(address) === undefined || old.querySelector('object, embed, iframe, video')) {
    unwrap(old);
    return;
  }
  const made = old.ownerDocument.createElement('iframe');
  made.setAttribute('src', address);
  made.setAttribute('title', old.getAttribute('title') ?? '');
  replaceElement(old, made);
}

/** Turns WordPress' verses, which are no code, into paragraphs with line breaks. */
export function readVerses(document: Document): void {
  for (const verse of all(document, 'pre.wp-block-verse, pre.verse')) {
    const paragraph = rename(verse, 'p');
    paragraph.setAttribute('data-verse', '');
    for (const text of all(paragraph, '*').length === 0 ? [paragraph.firstChild] : textsIn(paragraph)) {
      if (text) breakLines(text);
    }
  }
}

const noBreakSpace = '\u00a0';
/** Columns of a tab where no style sheet says otherwise. */
const tabWidth = 8;

/** Keeps the indents and gaps of verses as no-break spaces: Markdown and HTML drop others. */
export function indentVerses(document: Document): void {
  for (const verse of all(document, 'p[data-verse]')) {
    for (const text of textsIn(verse)) {
      const startsLine = text.previousSibling === null || text.previousSibling.nodeName === 'BR';
      const gaps = startsLine ? /^[ \t]+| {2,}|\t/g : / {2,}|\t/g;
      const widen = (gap: string) => noBreakSpace.repeat(gap.replaceAll('\t', ' '.repeat(tabWidth)).length);
      text.nodeValue = (text.nodeValue ?? '').replace(gaps, widen);
    }
  }
}

function textsIn(element: Element): Node[] {
  const walker = element.ownerDocument.createTreeWalker(element, 4);
  const texts: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
  return texts;
}

function breakLines(text: Node) {
  const document = text.ownerDocument;
  if (!document) return;
  (text.nodeValue ?? '').split('\n').forEach((line, index) => {
    if (index > 0) text.parentNode?.insertBefore(document.createElement('br'), text);
    text.parentNode?.insertBefore(document.createTextNode(line), text);
  });
  text.parentNode?.removeChild(text);
}

const galleries = 'ul.blocks-gallery-grid, ul.wp-block-gallery, .wp-block-gallery > ul, .gallery dl';

/** Unwraps the lists around a gallery's pictures, and links from a thumbnail to the picture itself. */
export function readGalleries(document: Document): void {
  for (const list of all(document, galleries)) {
    for (const item of Array.from(list.children)) unwrap(item);
    unwrap(list);
  }
  for (const link of all(document, 'a[href]')) {
    const isAlone = link.children.length === 1 && link.textContent?.trim() === '';
    if (isAlone) showWhole(link, link.firstElementChild);
  }
}

function showWhole(link: Element, picture: Element | null) {
  const full = link.getAttribute('href') ?? '';
  if (picture?.localName !== 'img' || !isSamePicture(picture.getAttribute('src') ?? '', full)) return;
  picture.setAttribute('src', full);
  for (const name of ['data-src', 'data-lazy-src', 'data-orig-file', 'srcset']) picture.removeAttribute(name);
  unwrap(link);
}

/** Whether both addresses have one file name but for a size such as `-300x200`. */
function isSamePicture(thumbnail: string, full: string) {
  const [small, large] = [thumbnail, full].map((address) => address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
  return small !== '' && small?.replace(/-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/, '') === large;
}

/** Formulas that MathJax, KaTeX or Jetpack found in the text of the old page; never a lone `$`, which may be money. */
const formulaStart = /\$\$|\\\[|\\\(|\$latex /g;
const formulaEnds: Record<string, string> = { $$: '$$', '\\[': '\\]', '\\(': '\\)', '$latex ': '$' };
const longestFormula = 4000;

/** Keeps formulas written in the text as formulas. */
export function joinFormulas(document: Document): void {
  for (const paragraph of all(document, 'p'))
    if (/^\s*(\$\$|\\\[)/.test((paragraph.firstChild?.nodeValue ?? '').slice(0, 20))) joinBreaks(paragraph);
  for (const text of textsOf(document)) {
    const source = text.nodeValue ?? '';
    if (!/\$\$|\\[[(]|\$latex /.test(source) || isWithin(text, 'pre, code')) continue;
    replaceFormulas(text, source);
  }
}

/** Joins a displayed formula that the old editor broke into lines. */
function joinBreaks(paragraph: Element) {
  if (Array.from(paragraph.children).some(({ localName }) => localName !== 'br')) return;
  const text = Array.from(paragraph.childNodes)
    .map((node) => (node.nodeType === 3 ? (node.nodeValue ?? '') : '\n'))
    .join('');
  while (paragraph.firstChild) paragraph.removeChild(paragraph.firstChild);
  paragraph.appendChild(paragraph.ownerDocument.createTextNode(text));
}

function replaceFormulas(text: Text, source: string) {
  const document = text.ownerDocument;
  let at = 0;
  for (const { start, end, formula, isDisplayed } of findFormulas(source)) {
    const made = document.createElement('code');
    made.setAttribute('data-formula-source', formula);
    if (isDisplayed) made.setAttribute('data-display', '');
    made.appendChild(document.createTextNode(formula));
    text.parentNode?.insertBefore(document.createTextNode(source.slice(at, start)), text);
    text.parentNode?.insertBefore(made, text);
    at = end;
  }
  if (at > 0) text.nodeValue = source.slice(at);
}

/** Finds formulas in order. Remembers where each kind of end comes next, so that no text is searched twice. */
function* findFormulas(source: string) {
  const ends = new Map<string, number>();
  let at = 0;
  for (const { 0: opening, index } of source.matchAll(formulaStart)) {
    const closing = formulaEnds[opening] ?? '';
    const from = index + opening.length;
    const end = nextEnd(source, closing, from, ends);
    const formula =
      end - from > longestFormula ? '' : source.slice(from, Math.max(from, end)).replace(/\s+/g, ' ').trim();
    if (index < at || !formula) continue;
    at = end + closing.length;
    yield { start: index, end: at, formula, isDisplayed: opening === '$$' || opening === '\\[' };
  }
}

function nextEnd(source: string, closing: string, from: number, ends: Map<string, number>): number {
  const known = ends.get(closing) ?? 0;
  const end = known >= from || known < 0 ? known : source.indexOf(closing, from);
  ends.set(closing, end);
  return end;
}

/** Parts two lists of one kind, which Markdown would join, and pages split by WordPress. */
export function readBreaks(document: Document): void {
  for (const list of all(document, 'ul, ol')) {
    let next = list.nextSibling;
    while (next && next.nodeType !== 1 && !next.nodeValue?.trim()) next = next.nextSibling;
    if (next?.nodeType !== 1 || (next as Element).localName !== list.localName) continue;
    const mark = document.createElement('p');
    mark.setAttribute('data-break', '');
    mark.appendChild(document.createTextNode('-'));
    insertAfter(list, mark);
  }
}
