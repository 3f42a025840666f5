/** Characters XML forbids; a stray one ends the reading of a strict parser. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters it removes
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/gi;
const tag = /<(\/?)([A-Za-z_][\w:.-]*)(?![\w:.-])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;

const unfinishedTag = /^<\/?(?:[A-Za-z_][\w:.-]*(?![\w:.-])(?:[^<>"']|"[^"<]*"|'[^'<]*')*(?:"[^"<]*|'[^'<]*)?)?$/;

/** Longest tag in UTF-16 units; a longer one is text that was not escaped. */
const longestTag = 64 * 1024;
/** Distance within which the end of a section is looked for when `]]>` stands inside. */
const farthest = 64 * 1024;
const deepest = 100;

type Options = {
  /** UTF-16 units of one text; of a longer one, this many and one more are kept. */
  longest: number;
  /** Elements that do not nest: a second one closes the first. */
  siblings: ReadonlySet<string>;
};

/**
 * Repairs XML in the stream before a strict parser, as the importers of blogs tolerate it: bare ampersands and angle
 * brackets, control characters, `]]>` inside CDATA, end tags without a beginning, endless texts. Comments,
 * instructions and DOCTYPE with its entities are left out. Lines stay where they were.
 */
export class XmlRepairer {
  readonly #options: Options;
  #buffer = '';
  #mode: 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype' = 'text';
  #open: string[] = [];
  #textLength = 0;
  #out: string[] = [];
  #isLast = false;
  #hasBrokenDoctype = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether the text so far ends within an element or section. */
  get isInside() {
    return this.#open.length > 0 || this.#mode !== 'text';
  }

  write(chunk: string): string {
    this.#buffer += chunk.replace(forbidden, '');
    return this.#run();
  }

  end(): string {
    this.#isLast = true;
    return this.#run();
  }

  #run() {
    let at = 0;
    for (let next = this.#step(at); next > at; next = this.#step(at)) at = next;
    this.#buffer = this.#buffer.slice(at);
    const out = this.#out.join('');
    this.#out = [];
    return out;
  }

  /** Consumes one piece. @returns where the next one begins; the same place when more must be read first */
  #step(at: number): number {
    if (at >= this.#buffer.length) return at;
    switch (this.#mode) {
      case 'text':
        return this.#buffer[at] === '<' ? this.#readMarkup(at) : this.#readText(at);
      case 'cdata':
        return this.#readSection(at);
      case 'comment':
        return this.#skipTo('-->', at);
      case 'instruction':
        return this.#skipTo('?>', at);
      case 'doctype':
        return this.#skipDoctype(at);
    }
  }

  #readText(at: number): number {
    const next = this.#buffer.indexOf('<', at);
    const limit = next < 0 ? this.#buffer.length : next;
    // an entity may go on in the next chunk
    const ampersand = next < 0 && !this.#isLast ? this.#buffer.lastIndexOf('&') : -1;
    const end = ampersand >= at && limit - ampersand < 12 ? ampersand : limit;
    const text = this.#buffer.slice(at, end).replace(bareAmpersand, '&amp;').replaceAll(']]>', ']]&gt;');
    this.#keepText(text);
    return end;
  }

  #readMarkup(at: number): number {
    const start = this.#buffer.slice(at, at + 9);
    if (!this.#isLast && ['<![CDATA[', '<!--'].some((mark) => mark.length > start.length && mark.startsWith(start)))
      return at;
    if (start === '<![CDATA[') return this.#enter('cdata', at + 9);
    if (start.startsWith('<!--')) return this.#enter('comment', at + 4);
    if (start.startsWith('<?')) return this.#enter('instruction', at + 2);
    if (/^<![A-Z]/i.test(start) && !this.#hasBrokenDoctype) return this.#enter('doctype', at + 2);
    return this.#readTag(at);
  }

  #enter(mode: 'cdata' | 'comment' | 'instruction' | 'doctype', at: number) {
    this.#mode = mode;
    return at;
  }

  #readTag(at: number): number {
    // looks only so far: what never ends would be searched anew with every chunk
    const text = this.#buffer.slice(at, at + longestTag);
    tag.lastIndex = 0;
    const match = tag.exec(text);
    if (!match) {
      if (!this.#isLast && text.length < longestTag && unfinishedTag.test(text)) return at;
      this.#keepText('&lt;');
      return at + 1;
    }
    const [whole, slash, name = '', rest = ''] = match;
    if (slash) this.#closeTag(name);
    else this.#openTag(name, rest);
    this.#out.push(linesOf(whole));
    return at + whole.length;
  }

  #openTag(name: string, rest: string) {
    this.#textLength = 0;
    if (this.#options.siblings.has(name) && this.#open.includes(name)) this.#closeTag(name);
    const isEmpty = rest.endsWith('/');
    if (this.#open.length >= deepest) return;
    if (!isEmpty) this.#open.push(name);
    const attributes = rest.replace(bareAmpersand, '&amp;').replaceAll('\n', ' ');
    this.#out.push(`<${name}${attributes}>`);
  }

  #closeTag(name: string) {
    this.#textLength = 0;
    const last = this.#open.lastIndexOf(name);
    if (last < 0) return;
    for (const unclosed of this.#open.splice(last).reverse()) this.#out.push(`</${unclosed}>`);
  }

  /** Reads CDATA up to the `]]>` that ends it; earlier ones are text that a plugin did not escape. */
  #readSection(at: number): number {
    const found = this.#buffer.indexOf(']]>', at);
    if (found < 0) {
      const end = this.#isLast ? this.#buffer.length : Math.max(at, this.#buffer.length - 2);
      this.#keepSection(this.#buffer.slice(at, end));
      return end;
    }
    const ends = this.#endsSection(found + 3);
    if (ends === undefined) return at;
    this.#keepSection(this.#buffer.slice(at, ends ? found : found + 3));
    if (ends) this.#mode = 'text';
    return found + 3;
  }

  /** Whether a section ends before this place; undefined when more must be read to tell. */
  #endsSection(at: number): boolean | undefined {
    const name = this.#open.at(-1) ?? '';
    const next = this.#buffer.slice(at, at + farthest);
    const trimmed = next.trimStart();
    if (trimmed.startsWith(`</${name}`) || trimmed.startsWith('<![CDATA[')) return true;
    const another = next.indexOf(']]>');
    const closing = (another < 0 ? next : next.slice(0, another)).indexOf(`</${name}`);
    if (closing >= 0) return true;
    if (another >= 0) return false;
    return next.length === farthest || this.#isLast ? true : undefined;
  }

  #keepSection(text: string) {
    const short = this.#bounded(text);
    if (short) this.#out.push(`<![CDATA[${short.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
  }

  #keepText(text: string) {
    this.#out.push(this.#bounded(text));
  }

  /** Cuts what is beyond the longest text; line breaks stay, so that places can be named. */
  #bounded(text: string): string {
    const room = Math.max(0, this.#options.longest + 1 - this.#textLength);
    this.#textLength += text.length;
    if (text.length <= room) return text;
    return text.slice(0, room);
  }

  #skipTo(ending: string, at: number): number {
    const found = this.#buffer.indexOf(ending, at);
    const end = found < 0 ? Math.max(at, this.#buffer.length - (this.#isLast ? 0 : 2)) : found + ending.length;
    this.#out.push(linesOf(this.#buffer.slice(at, end)));
    if (found >= 0) this.#mode = 'text';
    return end;
  }

  /** Skips a DOCTYPE with its declarations, so that none of its entities is defined. */
  #skipDoctype(at: number): number {
    const bracket = this.#buffer.indexOf('[', at);
    const end = this.#buffer.indexOf('>', at);
    const hasSubset = bracket >= 0 && (end < 0 || bracket < end);
    const ending = hasSubset ? /\]\s*>/g : />/g;
    ending.lastIndex = hasSubset ? bracket : at;
    if (!ending.test(this.#buffer)) return this.#waitForDoctype(at);
    this.#out.push(linesOf(this.#buffer.slice(at, ending.lastIndex)));
    this.#mode = 'text';
    return ending.lastIndex;
  }

  /** Waits for the end of a declaration within a limit; one without an end is text. */
  #waitForDoctype(at: number): number {
    if (!this.#isLast && this.#buffer.length - at < longestTag) return at;
    this.#mode = 'text';
    this.#hasBrokenDoctype = true;
    return at + 1;
  }
}

function linesOf(text: string) {
  return '\n'.repeat(text.split('\n').length - 1);
}
