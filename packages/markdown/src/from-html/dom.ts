/** Returns the inline style in lower case without spaces, such as `color:red;font-weight:700`. */
export function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? '')
    .toLowerCase()
    .split(/([:;])/)
    .map((part) => part.trim())
    .join('');
}

export function unwrap(element: Element): void {
  const parent = element.parentNode;
  if (!parent) return;
  while (element.firstChild) parent.insertBefore(element.firstChild, element);
  parent.removeChild(element);
}

/** Changes the element's name and drops its attributes. */
export function rename(element: Element, name: string): Element {
  const made = element.ownerDocument.createElement(name);
  while (element.firstChild) made.appendChild(element.firstChild);
  element.parentNode?.replaceChild(made, element);
  return made;
}

export function replaceElement(element: Element, made: Node): void {
  element.parentNode?.replaceChild(made, element);
}

export function classesOf(element: Element): string {
  return ` ${(element.getAttribute('class') ?? '').toLowerCase()} `;
}

/** Returns a static array of matching elements. */
export function all(root: Document | Element, selector: string): Element[] {
  return Array.from(root.querySelectorAll(selector)); // not every parser's lists can be spread
}

/** Elements deeper than this are unwrapped: the conversion recurses. The renderer would not nest deeper either. */
const mostNesting = 80;

/** Unwraps what is nested too deep, without recursion; moves each node once. */
export function flatten(document: Document): void {
  let place: Place = { node: document.body.firstChild, depth: 1 };
  while (place.node && place.node !== document.body) {
    const { node, depth } = place;
    const first = node.firstChild;
    if (first && depth > mostNesting) unwrap(node as Element);
    place = first ? { node: first, depth: Math.min(depth + 1, mostNesting + 1) } : nextPlace(node, depth);
  }
}

type Place = { node: Node | null; depth: number };

/** The next node that is not inside this one. */
function nextPlace(from: Node, fromDepth: number): Place {
  let node: Node | null = from;
  let depth = fromDepth;
  while (node && !node.nextSibling) {
    node = node.parentNode;
    depth -= 1;
    if (node?.nodeName === 'BODY') return { node: null, depth };
  }
  return { node: node?.nextSibling ?? null, depth };
}

/** Inserts a node behind another. */
export function insertAfter(node: Node, made: Node): void {
  node.parentNode?.insertBefore(made, node.nextSibling);
}

/** Lists the texts of the document, in order. */
export function textsOf(document: Document): Text[] {
  const walker = document.createTreeWalker(document.body, 4);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  return texts;
}

/** Whether a block stands inside; inline elements that hold one cannot be written as Markdown. */
export function holdsBlock(element: Element): boolean {
  return Boolean(element.querySelector(blockTags)); // domino finds undefined, browsers null
}

const blockTags =
  'p, div, section, article, h1, h2, h3, h4, h5, h6, ul, ol, dl, table, pre, blockquote, figure, hr, details';
