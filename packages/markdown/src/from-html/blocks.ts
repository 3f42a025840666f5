import { all, classesOf, replaceElement, styleOf, unwrap } from './dom.ts';

/** Decorations around code: line numbers, headings, copy buttons. */
const around =
  '.gutter, .lineno, .line-numbers:not(pre):not(code), .hljs-ln-numbers, .code-snippet__line-index, .copy-btn, .toolbar';

/** Normalizes code blocks to `<pre><code class="language-…">` with plain text. */
export function readCode(document: Document): void {
  for (const element of all(document, around)) element.remove();
  for (const figure of all(document, 'figure.highlight, div.highlight')) {
    const code = figure.querySelector('td.code pre, td.code, pre');
    if (code) put(figure, code, languageOf(figure) || languageOf(code) || aroundLanguage(figure));
  }
  for (const pre of all(document, 'pre')) {
    const holders = [pre, ...all(pre, 'code'), ...(pre.parentElement ? [pre.parentElement] : [])];
    put(pre, pre, holders.map(languageOf).find(Boolean) ?? '');
  }
}

function put(place: Element, code: Element, language: string) {
  const document = place.ownerDocument;
  const made = document.createElement('pre');
  const inner = document.createElement('code');
  if (language) inner.setAttribute('class', `language-${language}`);
  inner.appendChild(document.createTextNode(textOf(code)));
  made.appendChild(inner);
  replaceElement(place, made);
}

/** Language that Jekyll names two elements above the code. */
function aroundLanguage(figure: Element) {
  return figure.parentElement ? languageOf(figure.parentElement) : '';
}

/** Extracts code with line breaks from characters, `<br>` or one element per line. */
function textOf(code: Element): string {
  const document = code.ownerDocument;
  for (const br of all(code, 'br')) replaceElement(br, document.createTextNode('\n'));
  for (const row of all(code, 'tr')) row.appendChild(document.createTextNode('\n'));
  const lines = all(code, 'code, .line, div').filter((line) => line.parentElement === code);
  const text =
    lines.length > 1 && !/\n/.test(code.textContent?.trim() ?? '')
      ? lines.map((line) => line.textContent ?? '').join('\n')
      : (code.textContent ?? '');
  return text.replace(/\u00a0/g, ' ').replace(/(?<!\n)\n+$/, '');
}

const plain = /^(hljs|highlight|code|pre|prettyprint|plain|text|plaintext|none|nohighlight|chroma|shiki|source)$/;

const languageAttributes = ['data-lang', 'data-language', 'data-enlighter-language', 'lang'];

function languageOf(element: Element): string {
  const said = languageAttributes.map((name) => element.getAttribute(name)).find((value) => value !== null);
  const named = /(?:language|lang|brush:|code-snippet__|highlight-source)[-:_ ]?([\w+#-]+)/.exec(
    classesOf(element),
  )?.[1];
  const beside = /(?:hljs|highlight) ([\w+#-]+) /.exec(classesOf(element))?.[1];
  const language = (said ?? named ?? beside ?? '').toLowerCase();
  return plain.test(language) || /^(fix|zh|en)/.test(language) ? '' : language.replace(/[^\w+#-]/g, '');
}

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
  trimNote(made);
  note.remove();
  document.body.appendChild(made);
}

function unwrapWithSpace(block: Element) {
  block.appendChild(block.ownerDocument.createTextNode(' '));
  unwrap(block);
}

/** Drops the note's number before it and the arrow behind it. */
function trimNote(note: Element) {
  const { firstChild: first } = note;
  if (first?.nodeType === 3) first.nodeValue = (first.nodeValue ?? '').replace(/^\s*[[(]?\d{0,3}[\])]?[.、]?\s*/, '');
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

type Item = { paragraph: Element; level: number; isOrdered: boolean };

/** Joins Word's list paragraphs, whose style holds the level, into lists. */
export function joinWordLists(document: Document): void {
  let run: Item[] = [];
  for (const paragraph of all(document, 'p')) {
    const item = readItem(paragraph);
    if (run.length > 0 && (!item || !follows(run.at(-1)?.paragraph, paragraph))) {
      makeList(run);
      run = [];
    }
    if (item) run.push(item);
  }
  if (run.length > 0) makeList(run);
}

function readItem(paragraph: Element): Item | undefined {
  const level = /mso-list:[^;:]*level(\d)/.exec(styleOf(paragraph))?.[1];
  if (!level) return undefined;
  const marks = all(paragraph, '*').filter((one) => /mso-list:ignore/.test(styleOf(one)));
  const isOrdered = /^[\s(（]*([\da-z]{1,4}|[一二三四五六七八九十]+|[ivx]+)[.)）、．]/i.test(
    marks[0]?.textContent ?? '',
  );
  for (const mark of marks) mark.remove();
  return { paragraph, level: Number(level), isOrdered };
}

function follows(before: Element | undefined, paragraph: Element) {
  let next = before?.nextSibling;
  while (next && next.nodeType !== 1) next = next.nextSibling;
  return next === paragraph;
}

/** Builds nested lists from a run of items. */
function makeList(items: Item[]) {
  const open: { list: Element; level: number }[] = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const holder = open.at(-1);
    if (!holder || holder.level < item.level) open.push({ list: openList(item, holder?.list), level: item.level });
    open.at(-1)?.list.appendChild(itemOf(item));
  }
  for (const { paragraph } of items) paragraph.remove();
}

function openList({ paragraph, isOrdered }: Item, around: Element | undefined): Element {
  const list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
  if (around) (around.lastChild ?? around).appendChild(list);
  else paragraph.parentNode?.insertBefore(list, paragraph);
  return list;
}

function itemOf({ paragraph }: Item): Element {
  const made = paragraph.ownerDocument.createElement('li');
  while (paragraph.firstChild) made.appendChild(paragraph.firstChild);
  return made;
}
