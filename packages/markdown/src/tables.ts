import type { MarkdownIt, Token } from 'markdown-it';
import { stateOf, write } from './markdown-it.ts';
import { cellRanges } from './table-cells.ts';

const classes: Record<string, string> = { 'text-align:center': 'ta-c', 'text-align:right': 'ta-r' };

/** Keeps cells beyond the heading's columns, which GitHub drops, in the row's last cell as written. */
function keepExcess(tokens: Token[], lines: string[]): void {
  let columns = 0;
  let cells: string[] = [];
  const steps: Record<string, (token: Token, index: number) => void> = {
    table_open: () => {
      columns = 0;
    },
    th_open: () => {
      columns++;
    },
    tr_open: ({ map }) => {
      cells = columns > 0 ? longRow(lines[map?.[0] ?? -1] ?? '', columns) : [];
    },
    td_open: (_, index) => {
      const content = cells.shift();
      const cell = tokens[index + 1];
      if (cell && content !== undefined) cell.content = content;
    },
  };
  tokens.forEach((token, index) => {
    steps[token.type]?.(token, index);
  });
}

/** Cells of a row that GitHub would shorten; none for other rows, which are as the parser read them. */
function longRow(line: string, columns: number): string[] {
  const row = line.replace(/^[\s>]+/, '').trimEnd();
  if (cellRanges(row).length <= columns) return [];
  const ranges = cellRanges(row, columns);
  const end = ranges.at(-1)?.to ?? row.length;
  return Array.from({ length: columns }, (_, index) => {
    const { from = end, to = end } = ranges[index] ?? {};
    const text = row.slice(from, index === columns - 1 ? Math.max(from, end) : to);
    return text.trim().replaceAll('\\|', '|');
  });
}

/** Makes wide tables scroll in a focusable region; alignment is a class because the CSP forbids styles. */
export function tables(md: MarkdownIt): void {
  md.core.ruler.after('block', 'table_excess', ({ tokens, src }) => {
    if (tokens.some(({ type }) => type === 'table_open')) keepExcess(tokens, src.split('\n'));
  });
  md.core.ruler.push('table_alignment', ({ tokens, env }) => {
    const { nonce } = stateOf(env);
    for (const token of tokens) {
      if (token.type !== 'td_open' && token.type !== 'th_open') continue;
      const aligned = classes[token.attrGet('style') ?? ''];
      token.attrs = aligned
        ? [
            ['class', aligned],
            [nonce, ''],
          ]
        : null;
    }
  });
  write(md, {
    table_open: (_tokens, _index, { nonce }) =>
      `<div class="tbl" tabindex="0" role="region" aria-label="表格" ${nonce}><table>\n`,
    table_close: () => '</table></div>\n',
  });
}
