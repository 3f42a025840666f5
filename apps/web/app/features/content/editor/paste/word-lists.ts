import { all, styleOf } from './dom.ts';

type Item = { paragraph: Element; level: number; isOrdered: boolean };

/** Word writes a list as paragraphs whose style names the level, with the mark as text. */
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
  const level = /mso-list:[^;]*level(\d)/.exec(styleOf(paragraph))?.[1];
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

/** The lists of a run of items, each within the item before it that is less deep. */
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
