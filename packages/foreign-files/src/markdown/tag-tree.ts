export type Tag = { start: number; end: number; kind: 'open' | 'close' | 'single'; name: string; attributes: string };

export type Element = {
  name: string;
  attributes: string;
  /** Source of the opening tag. */
  tag: string;
  /** Source between the tags; undefined for an unpaired tag. */
  source: string | undefined;
};

/** Inline text, or a block on lines of its own. */
export type Rewritten = string | { block: string };

/** Each level copies its content, so depth is bounded. */
const deepest = 100;

type Rewrite = (element: Element, inner: string) => Rewritten;

/** Rewrites tags from the inside out. An unpaired tag has no content. */
export function rewriteTags(text: string, tags: Tag[], rewrite: Rewrite) {
  const paired = pairUp(tags);
  const around: { tag: Tag; before: string }[] = [];
  let out = '';
  let position = 0;

  const leave = (end: number) => {
    const opened = around.pop();
    if (!opened) return;
    const element = elementOf(text, opened.tag, text.slice(opened.tag.end, end));
    out = place(opened.before, rewrite(element, out));
  };
  const enter = (tag: Tag) => {
    around.push({ tag, before: out });
    out = '';
  };
  for (const tag of tags) {
    out += text.slice(position, tag.start);
    position = tag.end;
    if (tag.kind === 'close' && paired.has(tag)) leave(tag.start);
    else if (tag.kind !== 'close' && paired.has(tag)) enter(tag);
    else if (tag.kind !== 'close') out = place(out, rewrite(elementOf(text, tag, undefined), ''));
  }
  return out + text.slice(position);
}

/** Pairs that nest properly; tags left open inside a pair are unpaired. */
function pairUp(tags: Tag[]) {
  const paired = new Set<Tag>();
  const open: Tag[] = [];
  for (const tag of tags) {
    if (tag.kind === 'open' && open.length < deepest) open.push(tag);
    if (tag.kind !== 'close') continue;
    const index = open.findLastIndex(({ name }) => name === tag.name);
    const partner = open[index];
    if (!partner) continue;
    open.length = index;
    paired.add(partner).add(tag);
  }
  return paired;
}

function elementOf(text: string, { name, attributes, start, end }: Tag, source: string | undefined): Element {
  return { name, attributes, tag: text.slice(start, end), source };
}

/** Indents a block like its tag, so that it stays in its list. */
function place(before: string, rewritten: Rewritten) {
  if (typeof rewritten === 'string') return before + rewritten;
  const start = before.lastIndexOf('\n') + 1;
  const line = before.slice(start);
  const indentation = line.trim() === '' ? line : '';
  const lead = line.trim() === '' ? before.slice(0, start) : before;
  const block = dedent(rewritten.block).replace(/^(?=.)/gm, indentation);
  return block === '' ? lead : `${lead}\n\n${block}\n\n`;
}

/** Removes shared indentation and repeated blank lines. */
export function dedent(text: string) {
  const lines = text
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const widths = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const common = Math.min(...widths);
  return Number.isFinite(common)
    ? lines
        .map((line) => line.slice(common).trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
    : '';
}

const start = /<(\/?)([A-Za-z][\w.-]*)?(?=[\s/>])/y;
const inLine = String.raw`\n(?![ \t]*\n)`;
const strings = ['"', "'", '`'].map((quote) => `${quote}(?:[^${quote}\\n]|${inLine})*${quote}`).join('|');
const braces = (inner: string) => String.raw`\{(?:[^{}]${inner})*\}`;
const nested = braces(`|${braces(`|${braces('')}`)}`);
const rest = new RegExp(`(?:[^"'\`{}<>\\n]|${inLine}|${strings}|${nested})*>`, 'y');
const voidElements = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr', 'col']);

/** Finds complete, unescaped JSX and HTML tags in a text without code; `<>` has the name ''. */
export function findJsxTags(text: string): Tag[] {
  const tags: Tag[] = [];
  let position = text.indexOf('<');
  while (position >= 0) {
    const tag = text[position - 1] === '\\' ? undefined : readTag(text, position);
    if (tag) tags.push(tag);
    const comment = text.startsWith('<!--', position) ? text.indexOf('-->', position) : -1;
    position = text.indexOf('<', Math.max(tag?.end ?? 0, comment, position + 1));
  }
  return tags;
}

function readTag(text: string, position: number): Tag | undefined {
  start.lastIndex = position;
  const match = start.exec(text);
  const end = match && endOfTag(text, start.lastIndex);
  if (!end) return undefined;

  const [, closing, name = ''] = match;
  const written = text.slice(start.lastIndex, end - 1);
  const single = written.endsWith('/') || voidElements.has(name);
  const kind = closing ? 'close' : single ? 'single' : 'open';
  return { start: position, end, kind, name, attributes: written.replace(/\/$/, '') };
}

/** Skips to the `>` outside strings and braces; undefined when a blank line or another tag comes first. */
function endOfTag(text: string, from: number): number | undefined {
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : undefined;
}

/** Reads plain strings and numbers; other expressions in braces are ''. */
export function readTagAttributes(written: string): Record<string, string> {
  const found = written.matchAll(
    /([A-Za-z_@:][\w:.-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|\{((?:[^{}]|\{[^{}]*\})*)\}|([^\s"'{}]+)))?/g,
  );
  return Object.fromEntries(
    [...found].map(([, name = '', double, single, braces, bare]) => [
      name,
      double ??
        single ??
        bare ??
        /^\s*(?:(["'`])(.*)\1|([\d.]+))\s*$/s
          .exec(braces ?? '')
          ?.slice(2)
          .find(Boolean) ??
        '',
    ]),
  );
}
