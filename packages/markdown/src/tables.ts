import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';
import type { RenderState } from './render-state.ts';

const classes: Record<string, string> = { 'text-align:center': 'ta-c', 'text-align:right': 'ta-r' };

const separator = /(?<!\\)\|/;

/** Keeps cells beyond the heading's columns, which GitHub drops, in the row's last cell as written. */
function keepExcess(tokens: Token[], lines: string[]): void {
  let columns = 0;
  let line = '';
  const steps: Record<string, (token: Token, index: number) => void> = {
    table_open: () => {
      columns = 0;
    },
    th_open: () => {
      columns++;
    },
    tr_open: ({ map }) => {
      line = lines[map?.[0] ?? -1] ?? '';
    },
    tr_close: (_, index) => {
      const cell = tokens[index - 2];
      const excess = tokens[index - 1]?.type === 'td_close' ? excessOf(line, columns) : '';
      if (cell && excess) cell.content = [cell.content, excess].filter(Boolean).join(' | ');
    },
  };
  tokens.forEach((token, index) => {
    steps[token.type]?.(token, index);
  });
}

function excessOf(line: string, columns: number): string {
  const cells = line
    .replace(/^[\s>]+/, '')
    .trimEnd()
    .split(separator);
  const first = cells[0]?.trim() === '' ? columns + 1 : columns;
  return cells.slice(first).join('|').replace(/\|$/, '').trim();
}

/** Makes wide tables scroll in a focusable region; alignment is a class because the CSP forbids styles. */
export function tables(md: MarkdownIt): void {
  md.core.ruler.after('block', 'table_excess', ({ tokens, src }) => {
    if (tokens.some(({ type }) => type === 'table_open')) keepExcess(tokens, src.split('\n'));
  });
  md.core.ruler.push('table_alignment', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'td_open' && token.type !== 'th_open') continue;
      const aligned = classes[token.attrGet('style') ?? ''];
      token.attrs = aligned
        ? [
            ['class', aligned],
            [state.env.nonce, ''],
          ]
        : null;
    }
  });
  md.renderer.rules.table_open = (_tokens, _index, _options, env: RenderState) =>
    `<div class="tbl" tabindex="0" role="region" aria-label="表格" ${env.nonce}><table>\n`;
  md.renderer.rules.table_close = () => '</table></div>\n';
}
