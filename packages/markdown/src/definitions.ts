import type { MarkdownIt } from 'markdown-it';
import { Token } from './markdown-it.ts';

/** A term, or one of its definitions. */
type Line = { tag: 'dt' | 'dd'; text: string };

/** Parses definition lists of Pandoc and PHP Markdown Extra: a line, and lines behind it that begin with `: `. */
export function definitions(md: MarkdownIt): void {
  md.core.ruler.after('block', 'definitions', (state) => {
    if (!/^[ \t>]*: /m.test(state.src)) return;
    const tokens: Token[] = [];
    for (let index = 0; index < state.tokens.length; index++) {
      const list = listAt(state.tokens, index);
      if (list) index += 2;
      tokens.push(...(list ?? state.tokens.slice(index, index + 1)));
    }
    state.tokens = tokens;
  });
}

/** The list in place of the paragraph that begins here; undefined for others. */
function listAt(tokens: Token[], index: number): Token[] | undefined {
  const [open, content] = tokens.slice(index, index + 2);
  if (open?.type !== 'paragraph_open' || open.hidden || content?.type !== 'inline') return undefined;
  const lines = readLines(content.content);
  if (!lines) return undefined;
  const at = (nesting: 1 | 0 | -1, tag: string, level: number) => {
    const token = new Token(nesting === 0 ? 'inline' : `${tag}_${nesting === 1 ? 'open' : 'close'}`, tag, nesting);
    return Object.assign(token, { level: open.level + level, block: true, map: open.map });
  };
  const inner = lines.flatMap(({ tag, text }) => {
    const words = Object.assign(at(0, '', 2), { content: text, children: [] });
    return [at(1, tag, 1), words, at(-1, tag, 1)];
  });
  return [at(1, 'dl', 0), ...inner, at(-1, 'dl', 0)];
}

function readLines(paragraph: string): Line[] | undefined {
  const lines: Line[] = [];
  const written = paragraph.split('\n');
  if (!written[1]?.startsWith(': ') || written[0]?.startsWith(': ')) return undefined;
  written.forEach((text, index) => {
    const last = lines.at(-1);
    if (text.startsWith(': ')) lines.push({ tag: 'dd', text: text.slice(2).trim() });
    else if (!last || written[index + 1]?.startsWith(': ')) lines.push({ tag: 'dt', text });
    else last.text += `\n${text}`;
  });
  return lines;
}
