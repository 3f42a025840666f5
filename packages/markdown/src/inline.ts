import type { Delimiter, MarkdownIt, StateBlock } from 'markdown-it';
import { shared, sidesOf, sidesOfUnderscores, wide } from './emphasis.ts';
import { blockRule, StateInline, Token } from './markdown-it.ts';

/**
 * Bare addresses. Chinese goes on where a part of the address begins (`/wiki/北京`, `?q=中文`), not after a Latin word: in
 * “https://a.cn/doc这一篇” the address ends where Chinese begins, as its author means it.
 */
const candidate =
  /(?<![\w@/.+-])(?:https?:\/\/|www\.)[\w~:@!$&'()*+,;=.%-]{1,300}(?:[/?#](?:[\w~:/?#@!$&'()*+,;=.%-]|(?<=[/?#=&_(+.:-]|[々〇一-鿿㐀-䶿ぁ-ヿ가-힣])[々〇一-鿿㐀-䶿ぁ-ヿ가-힣]){0,2000})?|(?<![\w@/.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** Links bare addresses as GitHub does: http(s)://, www. and e-mail. */
export function autolink(md: MarkdownIt): void {
  md.core.ruler.push('autolink', (state) => {
    for (const token of state.tokens) {
      if (token.children?.some(mayContainLinks)) token.children = linkAll(token.children);
    }
  });
}

function mayContainLinks(token: Token): boolean {
  return token.type === 'text' && /:\/\/|www\.|@/i.test(token.content);
}

function linkAll(tokens: Token[]): Token[] {
  let links = 0;
  return tokens.flatMap((token) => {
    const html = token.type === 'html_inline' ? token.content : '';
    if (token.type === 'link_open' || /^<a\b/i.test(html)) links++;
    if (token.type === 'link_close' || /^<\/a\b/i.test(html)) links--;
    return links <= 0 && mayContainLinks(token) ? linkText(token) : [token];
  });
}

function linkText({ content, level }: Token): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const match of content.matchAll(candidate)) {
    const address = trimEnd(match[0]);
    if (!/^[\w.+-]+@.*[a-z]$|^https?:\/\/[^/?#]|^www\.[^.]+\../i.test(address)) continue;
    tokens.push(textToken(content.slice(position, match.index), level), ...linkTokens(address, level));
    position = match.index + address.length;
  }
  return [...tokens, textToken(content.slice(position), level)].filter(
    (token) => token.type !== 'text' || token.content,
  );
}

/** Trims trailing punctuation of the sentence, and a closing bracket opened before the address. */
function trimEnd(address: string): string {
  let end = address.length;
  let depth = address.split('(').length - address.split(')').length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    if (last === ')' && depth >= 0) break;
    if (!/[?!.,:*_~'";)\]]/.test(last)) break;
    if (last === ')') depth++;
    end--;
  }
  return address.slice(0, end);
}

function linkTokens(address: string, level: number): Token[] {
  const href = address.includes('://') ? address : address.includes('@') ? `mailto:${address}` : `http://${address}`;
  const open = new Token('link_open', 'a', 1);
  open.attrs = [['href', href.replace(/[^\p{ASCII}]+/gu, encodeURIComponent)]];
  open.level = level;
  const close = new Token('link_close', 'a', -1);
  close.level = level;
  return [open, textToken(address, level + 1), close];
}

function textToken(content: string, level: number): Token {
  const token = new Token('text', '', 0);
  token.content = content;
  token.level = level;
  return token;
}

/** Reads runs of marks by the rules for Chinese text, see `emphasis.ts`. */
class WideStateInline extends StateInline {
  override scanDelims(start: number, canSplitWord: boolean) {
    const scanned = super.scanDelims(start, canSplitWord);
    const sides = { before: this.characterBefore(start), after: this.characterFrom(start + scanned.length) };
    const { opens, closes } = canSplitWord ? sidesOf(sides) : sidesOfUnderscores(sides, scanned.length);
    return { ...scanned, can_open: opens, can_close: closes };
  }

  private characterBefore(position: number): string {
    return [...this.src.slice(Math.max(0, position - 2), position)].at(-1) ?? '';
  }

  private characterFrom(position: number): string {
    return [...this.src.slice(position, Math.min(position + 2, this.posMax))][0] ?? '';
  }
}

/** Lets `**` and `__` delimit emphasis beside Chinese and Japanese characters, where CommonMark would not. */
export function cjkEmphasis(md: MarkdownIt): void {
  md.inline.State = WideStateInline;
}

/**
 * Whether a line break between two characters joins without a space, as in Chinese and Japanese. Beside them quotation
 * marks, ellipsis and dash are Chinese too.
 */
export function meetClosely(before: string, after: string): boolean {
  if (!wide.test(before) && !wide.test(after)) return false;
  return [before, after].every((one) => (wide.test(one) && !hangul.test(one)) || shared.test(one));
}

const hangul = /\p{Script=Hangul}/u;

/** Whether a text contains Chinese or Japanese characters. */
export function isWide(text: string): boolean {
  return wide.test(text);
}

const equals = 0x3d;

/** Parses `==marked==`. */
export function mark(md: MarkdownIt): void {
  md.inline.ruler.after('strikethrough', 'mark', collectMarkers);
  md.inline.ruler2.after('strikethrough', 'mark', (state) => {
    pairMarkers(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pairMarkers(state, meta.delimiters);
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

const definition = /^\[(?:[^[\]\\]|\\.)+\]:[ \t\n]*(?:<((?:[^<>\\\n]|\\.)*)>|([^ \p{Cc}]+))/su;
const fileName = /^[^:]*\.[a-z\d]{2,5}(?:[?#].*)?$/i;
const addressStart = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|www\.|\.{0,2}\/|#|\?[\w-]+=)/i;

/**
 * Limits reference definitions to `[name]: address`; `[注]: 今天下雨。` is a sentence and stays visible. Takes away the token
 * of a definition, since nobody sees it: blocks are counted and openings cut by tokens.
 */
export function references(md: MarkdownIt): void {
  const reference = blockRule('reference');
  md.block.ruler.at('reference', (state, startLine, endLine, silent) => {
    const [, bracketed, bare] = definition.exec(textFrom(state, startLine)) ?? [];
    const target = bracketed ?? bare ?? '';
    if (isWide(target) && !addressStart.test(target) && !fileName.test(target)) return false;
    if (!reference(state, startLine, endLine, silent)) return false;
    if (state.tokens.at(-1)?.type === 'reference_definition') state.tokens.pop();
    return true;
  });
}

/** Reads through the enclosing block, whose `>` before the second line is no part of the target. */
function textFrom(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src[start] !== '[') return '';
  const lines = state.getLines(line, Math.min(line + 3, state.lineMax), state.blkIndent, false);
  return lines.trimStart().slice(0, 4000);
}
