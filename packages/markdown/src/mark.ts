import type MarkdownIt from 'markdown-it';
import type { Delimiter, default as StateInline } from 'markdown-it/lib/rules_inline/state_inline.mjs';

const equals = 0x3d;

/** `==marked==` */
export function mark(md: MarkdownIt): void {
  md.inline.ruler.after('strikethrough', 'mark', collectMarkers);
  md.inline.ruler2.after('strikethrough', 'mark', (state) => {
    pairMarkers(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pairMarkers(state, meta.delimiters);
    return true;
  });
}

function collectMarkers(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== equals) return false;
  const scanned = state.scanDelims(state.pos, true);
  if (scanned.length !== 2) {
    state.pending += '='.repeat(scanned.length); // `===` is an operator or a rule, never a marker
    state.pos += scanned.length;
    return true;
  }
  state.push('text', '', 0).content = '==';
  state.delimiters.push({
    marker: equals,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: scanned.can_open,
    close: scanned.can_close,
  });
  state.pos += 2;
  return true;
}

function pairMarkers(state: StateInline, delimiters: Delimiter[]): void {
  for (const delimiter of delimiters) {
    const end = delimiters[delimiter.end];
    if (delimiter.marker !== equals || !end) continue;
    turnInto(state, delimiter.token, 1);
    turnInto(state, end.token, -1);
  }
}

function turnInto(state: StateInline, index: number, nesting: 1 | -1): void {
  const token = state.tokens[index];
  if (!token) return;
  token.type = nesting === 1 ? 'mark_open' : 'mark_close';
  token.tag = 'mark';
  token.nesting = nesting;
  token.markup = '==';
  token.content = '';
}
