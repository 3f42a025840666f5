import type { Tag } from './tag-tree.ts';

const start = /<(\/?)([A-Za-z][\w.-]*)?(?=[\s/>])/y;
const inLine = String.raw`\n(?![ \t]*\n)`;
const strings = ['"', "'", '`'].map((quote) => `${quote}(?:[^${quote}\\n]|${inLine})*${quote}`).join('|');
const braces = (inner: string) => String.raw`\{(?:[^{}]${inner})*\}`;
const nested = braces(`|${braces(`|${braces('')}`)}`);
const rest = new RegExp(`(?:[^"'\`{}<>\\n]|${inLine}|${strings}|${nested})*>`, 'y');
const voidElements = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr', 'col']);

/** The tags of JSX and of HTML in a text without code: complete ones that are not escaped. `<>` has the name ''. */
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

/** Past the `>` that is in no string and no braces; undefined when a blank line or another tag comes first. */
function endOfTag(text: string, from: number): number | undefined {
  rest.lastIndex = from;
  return rest.test(text) ? rest.lastIndex : undefined;
}

/** Names and values; of a value in braces only a plain string or number is known, anything else is ''. */
export function readAttributes(written: string): Record<string, string> {
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
