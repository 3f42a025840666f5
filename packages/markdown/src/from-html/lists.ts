import { all, styleOf, unwrap } from './dom.ts';

type Item = { element: Element; level: number; isOrdered: boolean };

/** Nests lists as they look: Word's paragraphs, lists that stand directly in lists, and items that name their level. */
export function readLists(document: Document): void {
  joinWordLists(document);
  for (const list of all(document, 'ul ul, ul ol, ol ul, ol ol')) putIntoItem(list);
  joinLevels(document);
  for (const item of all(document, 'li')) unwrapOnlyParagraph(item);
}

/** A paragraph with nothing but lists below it needs no blank line around it. */
function unwrapOnlyParagraph(item: Element) {
  const [first, ...rest] = Array.from(item.children);
  if (first?.localName === 'p' && rest.every(({ localName }) => /^[uo]l$/.test(localName))) unwrap(first);
}

/** Moves a list that stands directly in another into the item before it, as Google Docs and Outlook mean it. */
function putIntoItem(list: Element) {
  const { parentElement: outer } = list;
  if (!outer || !/^[uo]l$/.test(outer.localName)) return;
  let before = list.previousElementSibling;
  while (before && before.localName !== 'li') before = before.previousElementSibling;
  if (before) before.appendChild(list);
  else {
    while (list.firstChild) outer.insertBefore(list.firstChild, list);
    list.remove();
  }
}

/** Nests items of one flat list, or of lists in a row, by the levels they name (Word online, Outlook, Quill). */
function joinLevels(document: Document) {
  const done = new Set<Element>();
  for (const list of all(document, 'ul, ol')) {
    if (done.has(list) || !document.body.contains(list)) continue;
    const run = runOf(list);
    for (const one of run) done.add(one);
    const items = run.flatMap(itemsOf);
    if (haveLevels(items)) replaceLists(run, items);
  }
}

function itemsOf(list: Element): Item[] {
  return Array.from(list.children).map((element) => ({
    element,
    level: levelOf(element),
    isOrdered: isOrdered(element, list),
  }));
}

function haveLevels(items: Item[]) {
  const areItems = items.every(({ element, level }) => level > 0 && element.localName === 'li');
  return areItems && items.some(({ level }) => level !== items[0]?.level);
}

function replaceLists(run: Element[], items: Item[]) {
  const [first] = run.map(wrapperOf);
  if (!first) return;
  const mark = first.ownerDocument.createElement('p');
  first.parentNode?.insertBefore(mark, first);
  makeList(items, mark);
  for (const one of run) wrapperOf(one).remove();
  mark.remove();
}

function levelOf(item: Element) {
  const said = item.getAttribute('aria-level') ?? item.getAttribute('data-aria-level');
  const quill = /\bql-indent-(\d)\b/.exec(item.getAttribute('class') ?? '')?.[1];
  if (said === null && (quill !== undefined || item.hasAttribute('data-list'))) return Number(quill ?? 0) + 1;
  const word = /mso-list:[^;:]*level(\d)/.exec(styleOf(item))?.[1];
  const level = Number(said ?? word ?? 0);
  return Number.isInteger(level) && level > 0 && level < 20 ? level : 0;
}

function isOrdered(item: Element, list: Element) {
  const kind = item.getAttribute('data-list');
  return kind ? kind === 'ordered' : list.localName === 'ol';
}

/** Lists that follow each other with nothing between, each perhaps in an element of its own. */
function runOf(list: Element): Element[] {
  const run = [list];
  for (let at = nextList(list); at; at = nextList(at)) run.push(at);
  return run;
}

function nextList(list: Element): Element | undefined {
  let next: Node | null = wrapperOf(list).nextSibling;
  while (next && next.nodeType !== 1 && !next.nodeValue?.trim()) next = next.nextSibling;
  if (next?.nodeType !== 1) return undefined;
  const element = next as Element;
  const inner = /^[uo]l$/.test(element.localName) ? element : isWrapper(element) ? element.firstElementChild : null;
  return inner && levelOf(inner.firstElementChild ?? inner) > 0 ? inner : undefined;
}

/** The element that holds a list and nothing else, or the list itself. */
function wrapperOf(list: Element): Element {
  const { parentElement } = list;
  return parentElement && isWrapper(parentElement) ? parentElement : list;
}

function isWrapper(element: Element) {
  const [only, second] = Array.from(element.children);
  const isAlone = only !== undefined && !second && /^[uo]l$/.test(only.localName);
  return isAlone && element.localName === 'div' && element.textContent?.trim() === only.textContent?.trim();
}

/** Joins Word's list paragraphs, whose style holds the level, into lists. */
function joinWordLists(document: Document): void {
  let run: Item[] = [];
  const close = () => {
    const [first] = run;
    if (first) makeList(run, first.element);
    for (const { element } of run) element.remove();
    run = [];
  };
  for (const paragraph of all(document, 'p')) {
    const item = readItem(paragraph);
    if (run.length > 0 && (!item || !follows(run.at(-1)?.element, paragraph))) close();
    if (item) run.push(item);
  }
  close();
}

function readItem(paragraph: Element): Item | undefined {
  const level = /mso-list:[^;:]*level(\d)/.exec(styleOf(paragraph))?.[1];
  if (!level || paragraph.closest('li')) return undefined;
  const marks = all(paragraph, '*').filter((one) => /mso-list:ignore/.test(styleOf(one)));
  const isCounted = /^[\s(（]*([\da-z]{1,4}|[一二三四五六七八九十]+|[ivx]+)[.)）、．]/i.test(
    marks[0]?.textContent ?? '',
  );
  for (const mark of marks) mark.remove();
  return { element: paragraph, level: Number(level), isOrdered: isCounted };
}

function follows(before: Element | undefined, paragraph: Element) {
  let next = before?.nextSibling;
  while (next && next.nodeType !== 1) next = next.nextSibling;
  return next === paragraph;
}

type OpenList = { list: Element; level: number };

/** Builds nested lists from a run of items, in front of `place`. */
function makeList(items: Item[], place: Element) {
  const open: OpenList[] = [];
  for (const item of items) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    if ((open.at(-1)?.level ?? 0) < item.level)
      open.push({ list: openList(item, open.at(-1), place), level: item.level });
    open.at(-1)?.list.appendChild(itemOf(item));
  }
}

function openList({ isOrdered: counts }: Item, around: OpenList | undefined, place: Element): Element {
  const list = place.ownerDocument.createElement(counts ? 'ol' : 'ul');
  if (around) (around.list.lastChild ?? around.list).appendChild(list);
  else place.parentNode?.insertBefore(list, place);
  return list;
}

function itemOf({ element }: Item): Element {
  const made = element.ownerDocument.createElement('li');
  while (element.firstChild) made.appendChild(element.firstChild);
  return made;
}
