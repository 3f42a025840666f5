import { footnote } from '@mdit/plugin-footnote';
import type MarkdownIt from 'markdown-it';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';
import type Token from 'markdown-it/lib/token.mjs';
import { readInlineNote } from './inline-notes.ts';
import { type RenderState, storeFragment } from './render-state.ts';

const reference = /\[\^[^\]\s]{1,80}\]/y;

/** Parses `[^1]`, `[^1]: …` and `^[…]` into a list at the end with links in both directions. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnote);
  md.inline.ruler.at('footnoteInline', inlineNote);
  boundReferences(md);
  keepAll(md);
  const { rules } = md.renderer;
  rules.footnote_ref = (tokens, index, _options, env: RenderState) =>
    storeFragment(env, referenceLink(tokens[index], env));
  rules.footnote_anchor = (tokens, index, _options, env: RenderState) =>
    ` ${storeFragment(env, backLink(tokens[index], env))}`;
  rules.footnote_open = (tokens, index, _options, env: RenderState) =>
    `<li id="${noteId(tokens[index], env)}" ${env.nonce}>`;
  rules.footnote_close = () => '</li>\n';
  rules.footnote_block_open = (_tokens, _index, _options, env: RenderState) =>
    `<div class="notes" role="doc-endnotes" aria-label="脚注" ${env.nonce}><ol>\n`;
  rules.footnote_block_close = () => '</ol></div>\n';
}

type Note = { label: string; count: number } | { content: string; tokens: Token[] };

type Notes = { list?: Note[]; refs?: Record<string, number> };

/**
 * Keeps notes the plugin drops: unreferenced ones, all but the last of a name, and those enclosing another. The first
 * of a name is the one referenced; the others follow without a back link.
 */
function keepAll(md: MarkdownIt): void {
  md.core.ruler.before('footnoteTail', 'footnotes_all', (state) => {
    const notes: Notes | undefined = state.env.footnotes;
    if (!notes?.refs) return;
    state.tokens = sideBySide(state.tokens);
    notes.list = [...(notes.list ?? []), ...nameUnread(state.tokens, notes.refs)];
  });
  md.core.ruler.after('footnoteTail', 'footnotes_without_way_back', (state) => {
    const list = (state.env.footnotes as Notes | undefined)?.list ?? [];
    state.tokens = state.tokens.filter(({ type, meta }) => type !== 'footnote_anchor' || isRead(list[meta.id]));
  });
}

/** Whether anything refers to a note; one within the text has its own reference. */
const isRead = (note: Note | undefined) => !note || !('count' in note) || note.count !== 0;

/** Names the unreferenced notes. A duplicate gets a name with a space, which no written one can have. */
function nameUnread(tokens: Token[], refs: Record<string, number>): { label: string; count: number }[] {
  const names = new Set<string>();
  return tokens.flatMap(({ type, meta }) => {
    if (type !== 'footnote_reference_open') return [];
    const isFirst = !names.has(meta.label);
    const isRead = isFirst && (refs[`:${meta.label}`] ?? -1) >= 0;
    if (!isFirst) meta.label += ` ${names.size}`;
    names.add(meta.label);
    return isRead ? [] : [{ label: meta.label, count: 0 }];
  });
}

/** Flattens nested definitions into siblings. */
function sideBySide(tokens: Token[]): Token[] {
  const all: Token[] = [];
  const open: Token[][] = [];
  let inner: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') open.push([]);
    (open.at(-1) ?? all).push(token);
    if (token.type !== 'footnote_reference_close') continue;
    const note = open.pop() ?? [];
    if (open.length > 0) inner = [...note, ...inner];
    else all.push(...note, ...inner.splice(0));
  }
  return all;
}

/** Parses `^[…]`. The plugin's own rule has no limit to its nesting: a note within a note stays literal. */
function inlineNote(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const content = readInlineNote(src, pos, posMax);
  if (content === undefined) return false;
  if (!silent) {
    const tokens: Token[] = [];
    state.md.inline.parse(content, state.md, state.env, tokens);
    const notes: Notes = state.env.footnotes ?? {};
    const list = notes.list ?? [];
    state.env.footnotes = { ...notes, list };
    state.push('footnote_ref', '', 0).meta = { id: list.length };
    list.push({ content, tokens });
  }
  state.pos = pos + 2 + content.length + 1;
  return true;
}

// The plugin looks for the end of a reference through the whole text: quadratic on a row of `[^a`.
function boundReferences(md: MarkdownIt): void {
  md.inline.ruler.before('footnote_ref', 'footnote_bound', (state, silent) => {
    if (!state.src.startsWith('[^', state.pos)) return false;
    reference.lastIndex = state.pos;
    if (reference.test(state.src)) return false;
    if (!silent) state.pending += '[^';
    state.pos += 2;
    return true;
  });
}

// Ids of headings contain no colon, so they never equal a note's.
function noteId(token: Token | undefined, { options }: RenderState): string {
  return `${options.idPrefix ?? ''}fn:${noteNumber(token)}`;
}

function referenceId(token: Token | undefined, { options }: RenderState): string {
  const again = token?.meta.subId > 0 ? `:${token?.meta.subId + 1}` : '';
  return `${options.idPrefix ?? ''}fnref:${noteNumber(token)}${again}`;
}

function noteNumber(token: Token | undefined): number {
  return Number(token?.meta.id) + 1;
}

function referenceLink(token: Token | undefined, state: RenderState): string {
  const number = noteNumber(token);
  const link = `class="fn" href="#${noteId(token, state)}" id="${referenceId(token, state)}"`;
  return `<a ${link} role="doc-noteref" aria-label="脚注 ${number}">${number}</a>`;
}

function backLink(token: Token | undefined, state: RenderState): string {
  const time = token?.meta.subId > 0 ? `第 ${token?.meta.subId + 1} 处` : '';
  const label = `回到正文中的脚注 ${noteNumber(token)}${time}`;
  return `<a class="fn" href="#${referenceId(token, state)}" role="doc-backlink" aria-label="${label}">↩</a>`;
}
