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

/** A number with its sign, currency and unit, a time, or several with units: ¥1,280、-3.5%、06:58、10 h 44 m、1.2 万. */
const figure =
  /^[-+−±~≈<>≤≥]?\s?[¥￥$€£]?\d[\d,]*(?:\.\d+)?(?:[:：]\d\d){0,2}\s?(?:%|‰|°|℃|[a-z]{1,4}|[万亿元个人次年岁天时分秒米克]{1,2})?(?:\s\d+\s?[a-z]{1,4})?$/i;
const blank = /^[-–—/]{0,2}$/;

type Column = { cells: Token[]; figures: number; hasOther: boolean };

/** Sets a column of figures to the right, after the first one, which names the rows; what its author aligned stays. */
function alignFigures(tokens: Token[]): void {
  let columns: Column[] = [];
  let at = 0;
  const addCell = (token: Token, index: number) => {
    const column = columns[at] ?? { cells: [], figures: 0, hasOther: at === 0 };
    columns[at++] = column;
    countCell(column, token, tokens[index + 1]?.content ?? '');
  };
  const steps: Record<string, (token: Token, index: number) => void> = {
    table_open: () => {
      columns = [];
    },
    tr_open: () => {
      at = 0;
    },
    th_open: addCell,
    td_open: addCell,
    table_close: () => {
      for (const { cells, figures, hasOther } of columns)
        if (figures > 0 && !hasOther) for (const cell of cells) cell.attrSet('style', 'text-align:right');
    },
  };
  tokens.forEach((token, index) => {
    steps[token.type]?.(token, index);
  });
}

function countCell(column: Column, cell: Token, content: string) {
  column.cells.push(cell);
  if (cell.attrGet('style')) column.hasOther = true;
  if (cell.type === 'th_open') return;
  const text = content.replaceAll(/[*_`]/g, '').trim();
  if (figure.test(text)) column.figures++;
  else if (!blank.test(text)) column.hasOther = true;
}

/** Makes wide tables scroll in a focusable region; alignment is a class because the CSP forbids styles. */
export function tables(md: MarkdownIt): void {
  md.core.ruler.after('block', 'table_excess', ({ tokens, src }) => {
    if (tokens.some(({ type }) => type === 'table_open')) keepExcess(tokens, src.split('\n'));
  });
  md.core.ruler.push('table_alignment', ({ tokens, env }) => {
    const { nonce } = stateOf(env);
    alignFigures(tokens);
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
