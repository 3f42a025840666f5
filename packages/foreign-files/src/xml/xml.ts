import { SaxesParser } from 'saxes';
import { XmlRepairer } from './mend-xml.ts';

/** An element with its content in order. */
export type XmlNode = {
  /** With its prefix, such as `wp:post_id`. */
  name: string;
  attributes: Record<string, string>;
  content: (string | XmlNode)[];
  /** Line of the beginning, from 1. */
  line: number;
  /** Depth in the document; the outermost element has 0. */
  depth: number;
  /** Whether a text inside is longer than the limit; it was cut. */
  isCut: boolean;
};

export type XmlRecord = {
  node: XmlNode;
  /** The element it was taken out of while that is still being read. */
  parent: XmlNode | undefined;
  /** The file ends inside it. */
  isBroken: boolean;
};

export type XmlOptions = {
  /** Elements that are yielded whole; all outside of them are yielded when they hold text only. */
  records: ReadonlySet<string>;
  /** Whether an element inside a record is yielded as a record of its own and left out of the outer one. */
  isOwnRecord?: (node: XmlNode, parent: XmlNode) => boolean;
  /** UTF-16 units of one text. */
  longest?: number;
};

const defaultLongest = 5_000_000;
/** Parts of one record; more of them are noise. */
const longestContent = 50_000;

/** End of a document. `line`: the last one. `isInside`: it ends within an element. */
export type XmlEnd = { elements: number; line: number; isInside: boolean };

/** Reads XML piece by piece in bounded memory. Never throws on what stands in it. Line ends are \n. */
export async function* readXmlText(
  pieces: AsyncIterable<string> | Iterable<string>,
  options: XmlOptions,
): AsyncGenerator<XmlRecord, XmlEnd> {
  const collector = new Collector(options);
  const repairer = new XmlRepairer({ longest: options.longest ?? defaultLongest, siblings: options.records });
  const parser = new SaxesParser({ xmlns: false, fragment: true });
  parser.on('error', () => undefined); // the parser continues after every error
  parser.on('opentag', ({ name, attributes }) => collector.open(name, attributes, parser.line));
  parser.on('closetag', () => collector.close());
  parser.on('text', (text) => collector.text(text));
  parser.on('cdata', (text) => collector.text(text));
  for await (const text of pieces) {
    parser.write(repairer.write(text));
    yield* collector.takeRecords();
  }
  parser.write(repairer.end());
  const end = { line: parser.line, isInside: repairer.isInside };
  collector.closeAll();
  yield* collector.takeRecords();
  return { elements: collector.count, ...end };
}

/** Builds records from the parser's events. */
class Collector {
  readonly #options: XmlOptions;
  readonly #longest: number;
  #stack: XmlNode[] = [];
  #record = -1;
  readonly #parents = new WeakSet<XmlNode>();
  #ready: XmlRecord[] = [];
  count = 0;

  constructor(options: XmlOptions) {
    this.#options = options;
    this.#longest = options.longest ?? defaultLongest;
  }

  open(name: string, attributes: Record<string, string>, line: number) {
    this.count += 1;
    const depth = this.#stack.length;
    const parent = this.#stack.at(-1);
    if (parent) this.#parents.add(parent);
    if (this.#record < 0 && this.#options.records.has(name)) this.#record = depth;
    this.#stack.push({ name, attributes, content: [], line, depth, isCut: false });
  }

  text(text: string) {
    const node = this.#stack.at(-1);
    if (!node || (this.#record < 0 && text.trim() === '')) return;
    if (text.length > this.#longest) node.isCut = true;
    if (node.content.length < longestContent) node.content.push(text);
    else node.isCut = true;
  }

  close(isBroken = false) {
    const node = this.#stack.pop();
    if (!node) return;
    const depth = this.#stack.length;
    const parent = this.#stack.at(-1);
    if (this.#record === depth) this.#record = -1;
    if (this.#record >= 0 && parent) this.#closeInside(node, parent, isBroken);
    else if (this.#options.records.has(node.name) || !this.#parents.has(node))
      this.#ready.push({ node, parent: undefined, isBroken });
  }

  #closeInside(node: XmlNode, parent: XmlNode, isBroken: boolean) {
    if (isBroken) return; // a text that ends with the file is not whole
    if (this.#options.isOwnRecord?.(node, parent)) this.#ready.push({ node, parent, isBroken });
    else if (parent.content.length < longestContent) {
      parent.content.push(node);
      if (node.isCut) parent.isCut = true;
    } else parent.isCut = true;
  }

  /** Closes what the end of the file left open. */
  closeAll() {
    while (this.#stack.length > 0) this.close(true);
  }

  *takeRecords(): Generator<XmlRecord> {
    yield* this.#ready.splice(0);
  }
}

/** First child of that name. */
export function childOf(node: XmlNode, name: string): XmlNode | undefined {
  return node.content.find((part) => typeof part !== 'string' && part.name === name) as XmlNode | undefined;
}

export function childrenOf(node: XmlNode, ...names: string[]): XmlNode[] {
  return node.content.flatMap((part) => (typeof part !== 'string' && names.includes(part.name) ? [part] : []));
}

/** The element's own text; elements that stand in it unescaped are written out as HTML. */
export function elementText(node: XmlNode | undefined): string {
  return node ? node.content.map((part) => (typeof part === 'string' ? part : htmlOf(part))).join('') : '';
}

/** Text of the first child of that name, trimmed. */
export function textIn(node: XmlNode, name: string): string {
  return elementText(childOf(node, name)).trim();
}

function htmlOf({ name, attributes, content }: XmlNode): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = content.map((part) => (typeof part === 'string' ? escapeXml(part) : htmlOf(part))).join('');
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
