import { all, replaceElement } from './dom.ts';

/**
 * A number that leads to a later place in the same text is a reference, and that place is its note. Notes are gathered
 * at the end, where the writer of Markdown finds them.
 */
export function readFootnotes(document: Document): void {
  const targets = new Map<string, Element>();
  for (const element of all(document, '[id], a[name]'))
    targets.set(element.getAttribute('id') ?? element.getAttribute('name') ?? '', element);

  const notes = new Map<Element, string>();
  for (const link of all(document, 'a[href^="#"]')) {
    const number = /^\s*[[(（［]?(\d{1,3})[\])）］]?\s*$/.exec(link.textContent ?? '')?.[1];
    const note = noteOf(targets.get(decode(link.getAttribute('href')?.slice(1) ?? '')));
    if (!number || !note || !isLater(note, link)) continue;
    notes.set(note, notes.get(note) ?? number);
    putReference(link, notes.get(note) ?? number);
  }
  for (const [note, number] of notes) moveToEnd(note, number);
}

function isLater(note: Element, link: Element) {
  return !note.contains(link) && (link.compareDocumentPosition(note) & 4) !== 0;
}

function putReference(link: Element, number: string) {
  const mark = link.ownerDocument.createElement('code');
  mark.setAttribute('data-note', number);
  mark.appendChild(link.ownerDocument.createTextNode(number));
  replaceElement(link.closest('sup') ?? link, mark);
}

/** What is noted: the item, paragraph or division around the place, for an anchor alone says nothing. */
function noteOf(target: Element | undefined): Element | undefined {
  const block = target?.closest('li, p, div, aside, dd');
  return block && block.localName !== 'body' ? block : undefined;
}

function moveToEnd(note: Element, number: string) {
  const document = note.ownerDocument;
  for (const back of all(note, 'a[href^="#"]')) back.remove();
  const made = document.createElement('p');
  made.setAttribute('data-note-text', number);
  const text = (note.textContent ?? '')
    .replace(/\s+/g, ' ')
    .replace(/^\s*[[(]?\d{0,3}[\])]?[.、]?\s*|[↩↑^]\ufe0e?\s*$/g, '');
  made.appendChild(document.createTextNode(text.trim()));
  note.remove();
  document.body.appendChild(made);
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
