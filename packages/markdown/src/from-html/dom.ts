/** Returns the inline style in lower case without spaces, such as `color:red;font-weight:700`. */
export function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? element.getAttribute('data-style') ?? '')
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

/**
 * Returns a static array of matching elements. Selectors are matched here: domino compiles one each time it is used, and
 * walks the document once for each of its parts.
 */
export function all(root: Document | Element, selector: string): Element[] {
  const passes = testOf(selector);
  if (root.nodeType === 9) return elementsOf(root as Document).filter(passes);
  return Array.from(elementsWithin(root as Element)).filter(passes);
}

/** domino counts the changes of its tree. */
type Counted = Document & { modclock?: number };

const walked = new WeakMap<Document, { clock: number | undefined; elements: Element[] }>();

/** All elements in the order of the document, walked again only after a change. */
function elementsOf(document: Counted): Element[] {
  const { modclock: clock } = document;
  const last = walked.get(document);
  if (last && clock !== undefined && last.clock === clock) return last.elements;
  const elements = Array.from(elementsWithin(document));
  walked.set(document, { clock, elements });
  return elements;
}

type Test = (element: Element) => boolean;

const known = new Map<string, Test>();

/** Compiles a selector once. */
function testOf(selector: string): Test {
  const test = known.get(selector) ?? compile(selector);
  known.set(selector, test);
  return test;
}

const part = /^([a-z][\w-]*|\*)?((?:\.[\w-]+)*)((?:\[[\w-]+(?:[\^*$]?="[^"\]]*")?\])*)$/;

function compile(selector: string): Test {
  if (/^[a-z]\w*(?:, [a-z]\w*)*$/.test(selector)) {
    const names = new Set(selector.split(', '));
    return ({ localName }) => names.has(localName);
  }
  const tests = selector.split(/,\s*/).map(compilePart);
  return (element) => tests.some((test) => test(element));
}

/** Compiles one of the selectors of a list; domino is asked about what stands around an element that fits by itself. */
function compilePart(written: string): Test {
  const found = part.exec(written);
  if (!found) {
    const own = written.split(/[\s>]+/).at(-1) ?? '';
    const last = compilePart(own.replace(/:not\([\w-]+\)/g, ''));
    return (element) => last(element) && element.matches(written);
  }
  const [, name = '*', classes = '', attributes = ''] = found;
  const tests: Test[] = name === '*' ? [] : [({ localName }) => localName === name];
  for (const one of classes.split('.').filter(Boolean))
    tests.push((element) => ` ${element.getAttribute('class') ?? ''} `.replace(/\s/g, ' ').includes(` ${one} `));
  for (const [, attribute = '', sign = '', value] of attributes.matchAll(/\[([\w-]+)(?:([\^*$]?)="([^"\]]*)")?\]/g))
    tests.push((element) => hasValue(element.getAttribute(attribute), sign, value));
  return (element) => tests.every((test) => test(element));
}

function hasValue(found: string | null, sign: string, value: string | undefined) {
  if (found === null || value === undefined) return found !== null;
  if (sign === '^') return found.startsWith(value);
  if (sign === '$') return found.endsWith(value);
  return sign === '*' ? found.includes(value) : found === value;
}

/** Elements within another, in the order of the document. */
function* elementsWithin(root: Document | Element): Generator<Element> {
  let node: Node | null = root.firstChild;
  while (node && node !== root) {
    if (node.nodeType === 1) yield node as Element;
    node = node.firstChild ?? after(node, root);
  }
}

/** The next node that is not inside this one; null behind the last within the root. */
function after(from: Node, root: Node): Node | null {
  let node: Node | null = from;
  while (node && node !== root && !node.nextSibling) node = node.parentNode;
  return node && node !== root ? node.nextSibling : null;
}

/** Whether one of these elements, such as `pre, code`, is around the node or is the node itself. */
export function isWithin(node: Node | null, names: string): boolean {
  const passes = testOf(names);
  for (let at = node; at; at = at.parentNode) if (at.nodeType === 1 && passes(at as Element)) return true;
  return false;
}

/** Whether one of these elements is inside. */
export function hasElement(element: Element, names: string): boolean {
  const passes = testOf(names);
  for (const inner of elementsWithin(element)) if (passes(inner)) return true;
  return false;
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
export function hasBlock(element: Element): boolean {
  return hasElement(element, blockTags);
}

const blockTags =
  'p, div, section, article, h1, h2, h3, h4, h5, h6, ul, ol, dl, table, pre, blockquote, figure, hr, details';
