import type { MarkdownIt, StateBlock } from 'markdown-it';
import { isIndentedCode, leavesBlock, lineText } from './block-lines.ts';
import { stateOf, Token } from './markdown-it.ts';
import type { RenderState } from './render-state.ts';

const openingLine = /^:{3,}[ \t]*([a-z]+)(?![\w-])(.*)$/i;
const closer = /^:{3,}$/;
const fence = /^(`{3,}|~{3,})/;

/** Parses `::: tip 标题` … `:::` of VitePress and Hexo; `::: details` folds. An unclosed one extends to the end. */
export function containers(md: MarkdownIt): void {
  md.block.ruler.before('fence', 'container', container, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

function container(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (isIndentedCode(state, startLine)) return false;
  const [, name = '', title = ''] = openingLine.exec(lineText(state, startLine)) ?? [];
  const kind = findKind(name.toLowerCase());
  const folds = name.toLowerCase() === 'details';
  if (!kind && !folds) return false;
  if (silent) return true;

  const around = kind ? calloutTokens(kind, title.trim(), stateOf(state.env)) : detailsTokens(title.trim());
  const { end, next } = findEnd(state, startLine, endLine);
  const [first] = around.before;
  if (first) {
    first.map = [startLine, next];
    first.level = state.level;
  }
  state.tokens.push(...around.before);
  readContent(state, startLine + 1, end);
  state.tokens.push(...around.after);
  state.line = next;
  return true;
}

function readContent(state: StateBlock, startLine: number, endLine: number): void {
  const { parentType, lineMax } = state;
  state.parentType = 'root';
  state.lineMax = endLine; // ends a paragraph inside
  state.level += 1;
  state.md.block.tokenize(state, startLine, endLine);
  state.level -= 1;
  state.parentType = parentType;
  state.lineMax = lineMax;
}

/** Finds the line after the content and the line after the container, skipping nested containers and code. */
function findEnd(state: StateBlock, startLine: number, endLine: number): { end: number; next: number } {
  let depth = 1;
  let fenced = '';
  for (let line = startLine + 1; line < endLine; line++) {
    const text = lineText(state, line);
    if (leavesBlock(state, line)) return { end: line, next: line };
    const mark = fence.exec(text)?.[1];
    if (mark) fenced = nextFence(fenced, mark, text);
    else if (!fenced) depth += step(text);
    if (depth === 0) return { end: line, next: line + 1 };
  }
  return { end: endLine, next: endLine };
}

function step(text: string): number {
  if (closer.test(text)) return -1;
  return openingLine.test(text) ? 1 : 0;
}

function nextFence(open: string, mark: string, text: string): string {
  if (!open) return mark;
  return mark.startsWith(open) && text === mark ? '' : open;
}

type Kind = { className: string; title: string };

const note = { className: 'callout note', title: '旁注' };
const caution = { className: 'callout caution', title: '当心' };

/** Callouts of GitHub (`> [!NOTE]`), VitePress and Hexo (`::: tip`). */
const kinds: Record<string, Kind> = {
  note,
  info: note,
  tip: { className: 'callout tip', title: '提示' },
  important: { className: 'callout important', title: '要点' },
  warning: { className: 'callout warning', title: '慎用' },
  caution,
  danger: caution,
};

/** Finds the kind of callout by its lower-case name. */
function findKind(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** Tokens around a callout's content. A written title may contain inline Markdown. */
function calloutTokens(kind: Kind, title: string, env: RenderState): { before: Token[]; after: Token[] } {
  const aside = element('callout_open', 'div', 1, 0);
  aside.attrs = [
    ['class', kind.className],
    ['role', 'note'],
    [env.nonce, ''],
  ];
  return {
    before: [
      aside,
      element('callout_title_open', 'b', 1, 1),
      inline(title, kind.title),
      element('callout_title_close', 'b', -1, 1),
      element('callout_body_open', 'div', 1, 1),
    ],
    after: [element('callout_body_close', 'div', -1, 1), element('callout_close', 'div', -1, 0)],
  };
}

/** The tokens around the content of `::: details`. */
function detailsTokens(title: string): { before: Token[]; after: Token[] } {
  return {
    before: [
      element('details_open', 'details', 1, 0),
      element('callout_title_open', 'summary', 1, 1),
      inline(title, '详情'),
      element('callout_title_close', 'summary', -1, 1),
    ],
    after: [element('details_close', 'details', -1, 0)],
  };
}

/** Parses `> [!NOTE] 标题`: a quotation whose first line names its kind. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'alerts', (state) => {
    const closings: (Token[] | undefined)[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === 'blockquote_open') {
        const wrap = readAlert(tokens.slice(index + 1, index + 4), stateOf(state.env));
        closings.push(wrap?.after);
        return wrap?.before ?? [token];
      }
      if (token.type === 'blockquote_close') return closings.pop() ?? [token];
      return [token];
    });
  });
}

function readAlert([opening, content, closing]: Token[], env: RenderState) {
  if (opening?.type !== 'paragraph_open' || content?.type !== 'inline' || !closing) return undefined;
  const match = /^\[!(\w+)\][+-]?([^\n]*)(?:\n|$)/.exec(content.content);
  const kind = findKind((match?.[1] ?? '').toLowerCase());
  if (!match || !kind) return undefined;
  content.content = content.content.slice(match[0].length);
  opening.hidden = closing.hidden = content.content === '';
  return calloutTokens(kind, (match[2] ?? '').trim(), env);
}

function element(type: string, tag: string, nesting: 1 | -1, level: number): Token {
  const token = new Token(type, tag, nesting);
  token.block = true;
  token.level = level;
  return token;
}

/** Inline token of a title. `info` marks a default title, which does not count as text. */
function inline(written: string, otherwise: string): Token {
  const token = new Token('inline', '', 0);
  token.content = written || otherwise;
  token.info = written ? '' : 'default';
  token.children = [];
  return token;
}
