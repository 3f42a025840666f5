import type { MarkdownIt, StateBlock } from 'markdown-it';
import { lineText } from './block-lines.ts';
import { limits } from './limits.ts';
import { blockRule, stateOf, Token } from './markdown-it.ts';
import { isPlayer, type Replacement, readFrame, readPlayer } from './media.ts';
import {
  type Admit,
  createGate,
  cutHtml,
  isCodeTag,
  isVoid,
  isWritable,
  type Piece,
  type RawTag,
  readInline,
  readTag,
} from './raw-html.ts';
import type { RenderState } from './render-state.ts';
import { escapeHtml } from './text.ts';

/**
 * Admits authors' HTML tag by tag, never dropping text. A forbidden tag with a partner is removed around its content;
 * without one it is shown literally, as in `List<String>`.
 */
export function rawHtml(md: MarkdownIt): void {
  htmlBlocks(md);
  md.core.ruler.push('raw_html', ({ tokens, env }) => {
    const texts = tokens.filter(containsHtml).map((token) => ({ token, pieces: piecesOf(token) }));
    const partners = findPartners(texts.map(({ token, pieces }) => ({ pieces, standsAlone: isBlock(token) })));
    const admit = createGate(limits.htmlNesting);
    for (const { token, pieces } of texts)
      apply(token, judgeElement(pieces, { partners, admit, state: stateOf(env) }), pieces);
  });
}

function isBlock({ type }: Token): boolean {
  return type === 'html_block';
}

function containsHtml(token: Token): boolean {
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

/**
 * HTML blocks as in CommonMark, except those that would swallow the following text: a line starting with a forbidden
 * tag is a paragraph unless it contains nothing but tags; a comment must be closed.
 */
function htmlBlocks(md: MarkdownIt): void {
  const htmlBlock = blockRule('html_block');
  const lastComments = new WeakMap<StateBlock, number>();

  function endsComment(state: StateBlock, line: number): boolean {
    const last = lastComments.get(state) ?? state.src.lastIndexOf('-->');
    lastComments.set(state, last);
    return last > (state.bMarks[line] ?? 0);
  }

  md.block.ruler.at(
    'html_block',
    (state, startLine, endLine, silent) => {
      const text = lineText(state, startLine);
      if (!text.startsWith('<')) return false;
      const begins = text.startsWith('<!--') ? endsComment(state, startLine) : beginsBlock(text);
      return begins && htmlBlock(state, startLine, endLine, silent);
    },
    { alt: ['paragraph', 'reference', 'blockquote'] },
  );
}

function beginsBlock(text: string): boolean {
  if (/^<[!?]/.test(text)) return false;
  const [, name = ''] = /^<\/?([a-z][a-z0-9-]*)/i.exec(text) ?? [];
  if (/^(?:script|style|textarea)$/i.test(name)) return false; // CommonMark continues them over blank lines
  const tag = readTag(text, 0);
  if (!tag || isWritable(tag)) return true;
  return cutHtml(text).every(({ kind, source }) => kind !== 'words' || source.trim() === '');
}

/** Pieces of one token. `standsAlone`: its tags form an HTML block and may enclose the following Markdown. */
type Text = { pieces: Piece[]; standsAlone: boolean };

/** Finds the tags that pair up: within their line, or around whole blocks when the opening tag is in an HTML block. */
function findPartners(texts: Text[]): Set<Piece> {
  const partners = new Set<Piece>();
  const around: Open = new Map();
  for (const { pieces, standsAlone } of texts) {
    const within: Open = standsAlone ? around : new Map();
    for (const piece of pieces) pairUp(piece, { partners, within, around });
  }
  return partners;
}

/** Opening tags without a partner so far, by name. */
type Open = Map<string, Piece[]>;

function pairUp(
  piece: Piece,
  { partners, within, around }: { partners: Set<Piece>; within: Open; around: Open },
): void {
  if (piece.kind !== 'tag' || isVoid(piece.tag) || piece.tag.empty) return;
  const { name, closes } = piece.tag;
  const open = within.get(name) ?? [];
  within.set(name, open);
  if (!closes) open.push(piece);
  const openingTag = closes ? (open.pop() ?? around.get(name)?.pop()) : undefined;
  if (openingTag) partners.add(openingTag).add(piece);
}

/** Verdict on a piece of HTML: `show` prints its source. */
export type Verdict = 'keep' | 'drop' | 'show' | Replacement;

type Context = { partners: Set<Piece>; admit: Admit; state: RenderState };

/** Elements whose inner tags have meaning only inside them. */
const structures = new Set('audio datalist math object picture select svg video'.split(' '));

const untagged = { words: 'keep', comment: 'drop', other: 'show' } as const;

/** Judges the pieces of one token, in order. */
export function judgeElement(pieces: Piece[], context: Context): Verdict[] {
  const verdicts: Verdict[] = [];
  let depth = 0; // within structures
  pieces.forEach((piece, index) => {
    if (piece.kind !== 'tag') {
      verdicts[index] ??= untagged[piece.kind];
      return;
    }
    const { tag } = piece;
    const opens = structures.has(tag.name) && context.partners.has(piece);
    if (opens && tag.closes) depth--;
    if (tag.name === 'rp') judgeRp(pieces, index, verdicts);
    verdicts[index] ??=
      judgePlayer(pieces, index, tag, { verdicts, ...context }) ??
      readFrame(tag, context.state) ??
      judgeTag(piece, tag, { ...context, depth });
    if (opens && !tag.closes) depth++;
  });
  return verdicts;
}

type PlayerContext = Context & { verdicts: Verdict[] };

/** Replaces the tag by a player or link and drops the pieces that belong to it. */
function judgePlayer(pieces: Piece[], index: number, tag: RawTag, { verdicts, state }: PlayerContext) {
  const player = isPlayer(tag) ? readPlayer(pieces, index, tag, state) : undefined;
  for (const swallowed of player?.swallowed ?? []) verdicts[swallowed] = 'drop';
  return player?.replacement;
}

function judgeTag(piece: Piece, tag: RawTag, { partners, admit, depth }: Context & { depth: number }): Verdict {
  const isPaired = partners.has(piece);
  if (tag.name === 'rp') return isPaired ? 'drop' : 'show';
  if (isWritable(tag)) {
    if (tag.name === 'details' && !isPaired) return 'show'; // an unclosed one would hide everything after it
    return admit(tag) ? 'keep' : 'drop';
  }
  if (isCodeTag(tag)) return 'show';
  return isPaired || depth > 0 ? 'drop' : 'show';
}

/** Admits `<rp>` around a bracket only, since browsers hide its content, which could be words. */
function judgeRp(pieces: Piece[], index: number, verdicts: Verdict[]): void {
  const [opening, words, closing] = pieces.slice(index, index + 3);
  if (opening?.kind !== 'tag' || opening.tag.closes) return;
  if (words?.kind !== 'words' || closing?.kind !== 'tag') return;
  const isBracket = /^[^\p{L}\p{N}]{1,3}$/u.test(words.source) && closing.tag.name === 'rp' && closing.tag.closes;
  if (isBracket) {
    verdicts[index] = 'keep';
    verdicts[index + 2] = 'keep';
  }
}
