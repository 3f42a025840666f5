import { readDraft, writeDraft } from './drafts.ts';

/** Tells the form at a place, its `detail`, that a passage was put in. */
export const quoted = 'mojian:quoted';

const longest = 200;

/** A passage as Markdown quotes it: no blank lines, and of a long one the beginning. */
export function quotationOf(passage: string) {
  const lines = passage.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const letters = Array.from(lines.filter(Boolean).join('\n'));
  const short = letters.length > longest ? `${letters.slice(0, longest).join('').trimEnd()}…` : letters.join('');
  return short.replaceAll(/^/gm, '> ');
}

/** Puts a passage behind what is being written at a place. */
export function quoteAt(place: string, passage: string) {
  const draft = readDraft(place);
  const before = draft.text.trimEnd();
  const text = `${before}${before && '\n\n'}${quotationOf(passage)}\n\n`;
  writeDraft(place, { ...draft, text, key: undefined });
  dispatchEvent(new CustomEvent(quoted, { detail: place }));
}

/** What is selected of the words of one element within `root`, as far as they reach, and that element. */
export function passageIn(root: Element, within: string) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const element = elementOf(range.startContainer)?.closest(within);
  if (!element || !root.contains(element)) return undefined;
  const passage = (
    element.contains(range.endContainer) ? selection.toString() : textOf(clipped(range, element))
  ).trim();
  return passage === '' ? undefined : { passage, element };
}

/** Three clicks select up to the beginning of what follows. */
function clipped(range: Range, element: Element) {
  const part = range.cloneRange();
  part.setEnd(element, element.childNodes.length);
  return part;
}

function textOf(range: Range) {
  const part = range.cloneContents();
  for (const end of part.querySelectorAll('br, p, li, pre')) end.after('\n');
  return part.textContent ?? '';
}

function elementOf(node: Node) {
  return node instanceof Element ? node : node.parentElement;
}
