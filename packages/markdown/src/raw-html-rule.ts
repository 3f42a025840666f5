import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';
import { escapeHtml } from './escape.ts';
import { limits } from './limits.ts';
import { createGate, cutHtml, type Piece, readInline } from './raw-html.ts';
import { htmlBlocks } from './raw-html-block.ts';
import { findPartners } from './raw-html-partners.ts';
import { judge, type Verdict } from './raw-html-verdicts.ts';

/**
 * Lets an author's HTML through tag by tag. No text goes with a tag: one nobody may write disappears around its content
 * when it has its partner; alone it is what the author wants to be read, as in `List<String>`.
 */
export function rawHtml(md: MarkdownIt): void {
  htmlBlocks(md);
  md.core.ruler.push('raw_html', ({ tokens, env }) => {
    const texts = tokens.filter(holdsHtml).map((token) => ({ token, pieces: piecesOf(token) }));
    const partners = findPartners(texts.map(({ token, pieces }) => ({ pieces, standsAlone: isBlock(token) })));
    const admit = createGate(limits.htmlNesting);
    for (const { token, pieces } of texts) apply(token, judge(pieces, { partners, admit, state: env }), pieces);
  });
}

function isBlock({ type }: Token): boolean {
  return type === 'html_block';
}

function holdsHtml(token: Token): boolean {
  return isBlock(token) || (token.children?.some(({ type }) => type === 'html_inline') ?? false);
}

function piecesOf(token: Token): Piece[] {
  if (isBlock(token)) return cutHtml(token.content);
  return (token.children ?? []).map(({ type, content }) =>
    type === 'html_inline' ? readInline(content) : { source: content, kind: 'words' },
  );
}

function apply(token: Token, verdicts: Verdict[], pieces: Piece[]): void {
  if (isBlock(token)) token.content = pieces.map((piece, index) => blockHtml(piece, verdicts[index])).join('');
  else token.children = inlineTokens(token.children ?? [], verdicts);
}

function blockHtml({ source, kind }: Piece, verdict: Verdict = 'keep'): string {
  if (typeof verdict === 'object') return verdict.html;
  if (verdict === 'drop') return '';
  if (verdict === 'show') return escapeHtml(source);
  return kind === 'words' ? source.replaceAll('<', '&lt;') : source;
}

function inlineTokens(tokens: Token[], verdicts: Verdict[]): Token[] {
  let links = 0;
  return tokens.flatMap((token, index) => {
    const verdict = verdicts[index] ?? 'keep';
    if (token.type === 'link_open') links++;
    if (token.type === 'link_close') links--;
    if (verdict === 'keep') return [token];
    if (verdict === 'drop') return [];
    if (verdict === 'show') return [textToken(token.content, token.level)];
    return replacementTokens(verdict, token.level, links > 0);
  });
}

function replacementTokens({ html, words, href }: Exclude<Verdict, string>, level: number, isLinked: boolean): Token[] {
  if (href === undefined) {
    const token = new Token('html_inline', '', 0);
    token.content = html;
    return [token];
  }
  const text = textToken(words, level);
  if (isLinked) return [text];
  const open = new Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  return [open, text, new Token('link_close', 'a', -1)];
}

function textToken(content: string, level: number): Token {
  const token = new Token('text', '', 0);
  token.content = content;
  token.level = level;
  return token;
}
