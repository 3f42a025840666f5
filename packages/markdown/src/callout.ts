import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';
import type { RenderState } from './render-state.ts';

type Kind = { className: string; title: string };

const note = { className: 'callout note', title: '旁注' };
const caution = { className: 'callout caution', title: '当心' };

/** The asides of GitHub (`> [!NOTE]`) and of VitePress and Hexo (`::: tip`). */
const kinds: Record<string, Kind> = {
  note,
  info: note,
  tip: { className: 'callout tip', title: '提示' },
  important: { className: 'callout important', title: '要点' },
  warning: { className: 'callout warning', title: '慎用' },
  caution,
  danger: caution,
};

/** The kind of aside that a name (in lower case) stands for, if any. */
export function findKind(name: string): Kind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** The tokens around an aside's content. A title written by the author may hold inline Markdown. */
export function calloutTokens(kind: Kind, title: string, env: RenderState): { before: Token[]; after: Token[] } {
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
export function detailsTokens(title: string): { before: Token[]; after: Token[] } {
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

/** `> [!NOTE] 标题`: a quotation whose first line names its kind. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'alerts', (state) => {
    const closings: (Token[] | undefined)[] = [];
    state.tokens = state.tokens.flatMap((token, index, tokens) => {
      if (token.type === 'blockquote_open') {
        const wrap = readAlert(tokens.slice(index + 1, index + 4), state.env);
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

/** `info` tells a title that nobody wrote, which is none of the text's words. */
function inline(written: string, otherwise: string): Token {
  const token = new Token('inline', '', 0);
  token.content = written || otherwise;
  token.info = written ? '' : 'default';
  token.children = [];
  return token;
}
