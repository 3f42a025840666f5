import { all, replaceElement, unwrap } from './dom.ts';

/** Treats a numbered link to a later place in the text as a footnote reference, and moves the notes to the end. */
export function readFootnotes(document: Document): void {
  const targets = new Map<string, Element>();
  for (const element of all(document, '[id], a[name]'))
    targets.set(element.getAttribute('id') ?? element.getAttribute('name') ?? '', element);

  const notes = new Map<Element, string>();
  for (const link of all(document, 'a[href^="#"]')) {
    const number = /^[[(（［]?(\d{1,3})[\])）］]?$/.exec(link.textContent?.trim() ?? '')?.[1];
    const note = noteOf(targets.get(decode(link.getAttribute('href')?.slice(1) ?? '')));
    if (!number || !note || !isAfter(note, link)) continue;
    notes.set(note, notes.get(note) ?? number);
    putReference(link, notes.get(note) ?? number);
  }
  for (const [note, number] of notes) moveToEnd(note, number);
}

function isAfter(note: Element, link: Element) {
  return !note.contains(link) && (link.compareDocumentPosition(note) & 4) !== 0;
}

function putReference(link: Element, number: string) {
  const mark = link.ownerDocument.createElement('code');
  mark.setAttribute('data-note', number);
  mark.appendChild(link.ownerDocument.createTextNode(number));
  replaceElement(link.closest('sup') ?? link, mark);
}

/** Finds the block that contains the note's anchor. */
function noteOf(target: Element | undefined): Element | undefined {
  const block = target?.closest('li, p, div, aside, dd');
  return block && block.localName !== 'body' ? block : undefined;
}

function moveToEnd(note: Element, number: string) {
  const document = note.ownerDocument;
  for (const back of all(note, 'a[href^="#"]')) back.remove();
  for (const block of all(note, 'p, div, ol, ul, li')) unwrapWithSpace(block);
  const made = document.createElement('p');
  made.setAttribute('data-note-text', number);
  while (note.firstChild) made.appendChild(note.firstChild);
  trimNote(made, number);
  note.remove();
  document.body.appendChild(made);
}

function unwrapWithSpace(block: Element) {
  block.appendChild(block.ownerDocument.createTextNode(' '));
  unwrap(block);
}

/** Drops the note's number before it and the arrow behind it. */
function trimNote(note: Element, number: string) {
  const { firstChild: first } = note;
  const mark = new RegExp(`^\\s*(?:[[(（［]?${number}(?!\\d)[\\])）］]?|[[(]?[\\])](?!\\())?[.、]?\\s*`);
  if (first?.nodeType === 3) first.nodeValue = (first.nodeValue ?? '').replace(mark, '');
  let last = note.lastChild;
  while (last?.nodeType === 3 && last.nodeValue?.trim() === '' && last.previousSibling) last = last.previousSibling;
  if (last?.nodeType === 3) last.nodeValue = (last.nodeValue ?? '').trimEnd().replace(/[↩↑^]\ufe0e?$/, '');
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Formulas rendered by KaTeX, MathJax, Yuque and Zhihu, outermost first. */
const drawn =
  '.katex-display, .katex, mjx-container, math, [data-tex], [data-latex], [data-formula], script[type^="math/tex"]';

/** Replaces each rendered formula with its source in a marker element. */
export function readFormulas(document: Document): void {
  for (const element of all(document, drawn)) {
    if (!document.body.contains(element)) continue; // inside a formula that was replaced already
    const source = sourceOf(element);
    if (!source) continue;
    const made = document.createElement('code');
    made.setAttribute('data-formula-source', source);
    if (isDisplayed(element)) made.setAttribute('data-display', '');
    made.appendChild(document.createTextNode(source)); // turndown drops blank elements
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
