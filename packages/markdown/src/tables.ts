import type MarkdownIt from 'markdown-it';
import type { RenderState } from './render-state.ts';

const classes: Record<string, string> = { 'text-align:center': 'ta-c', 'text-align:right': 'ta-r' };

/** Wide tables scroll in their own region, by keyboard too; alignment is a class because the CSP forbids styles. */
export function tables(md: MarkdownIt): void {
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
