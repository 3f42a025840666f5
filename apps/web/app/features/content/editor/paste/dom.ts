/** An element's inline style without spaces, in lower case: `color:red;font-weight:700`. */
export function styleOf(element: Element): string {
  return (element.getAttribute('style') ?? '')
    .toLowerCase()
    .replace(/\s*([:;])\s*/g, '$1')
    .trim();
}

/** Leaves what an element holds in its place. */
export function unwrap(element: Element): void {
  const parent = element.parentNode;
  if (!parent) return;
  while (element.firstChild) parent.insertBefore(element.firstChild, element);
  parent.removeChild(element);
}

/** The same content in an element of another name, without attributes. */
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

/** All elements that a selector finds, as they are now. */
export function all(root: Document | Element, selector: string): Element[] {
  return Array.from(root.querySelectorAll(selector)); // not every parser's lists can be spread
}
