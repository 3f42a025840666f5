import { footnote } from '@mdit/plugin-footnote';
import type { Env, MarkdownIt, StateInline, Token } from 'markdown-it';
import { readInlineNote } from './inline-notes.ts';
import { write } from './markdown-it.ts';
import { type RenderState, storeFragment } from './render-state.ts';

const reference = /\[\^[^\]\s]{1,80}\]/y;

/** Parses `[^1]`, `[^1]: …` and `^[…]` into a list at the end with links in both directions. */
export function footnotes(md: MarkdownIt): void {
  md.use(footnote);
  md.inline.ruler.at('footnoteInline', inlineNote);
  boundReferences(md);
  keepAll(md);
  write(md, {
    footnote_ref: (tokens, index, state) => storeFragment(state, referenceLink(tokens[index], state)),
    footnote_anchor: (tokens, index, state) => ` ${storeFragment(state, backLink(tokens[index], state))}`,
    footnote_open: (tokens, index, state) => `<li id="${noteId(tokens[index], state)}" ${state.nonce}>`,
    footnote_close: () => '</li>\n',
    footnote_block_open: (_tokens, _index, { nonce }) =>
      `<div class="notes" role="doc-endnotes" aria-label="脚注" ${nonce}><ol>\n`,
    footnote_block_close: () => '</ol></div>\n',
  });
}

type Note = { label: string; count: number } | { content: string; tokens: Token[] };

type Notes = { list?: Note[]; refs?: Record<string, number> };

/** Fields of the plugin's tokens; `subId` counts the references to one note. */
type NoteMeta = { id: number; subId?: number; label: string };

const notesOf = (env: Env): Notes | undefined => env.footnotes as Notes | undefined;
const metaOf = (token: Token | undefined) => (token?.meta ?? {}) as NoteMeta;

/**
 * Keeps notes the plugin drops: unreferenced ones, all but the last of a name, and those enclosing another. The first
 * of a name is the one referenced; the others follow without a back link.
 */
function keepAll(md: MarkdownIt): void {
  md.core.ruler.before('footnoteTail', 'footnotes_all', (state) => {
    const notes = notesOf(state.env);
    if (!notes?.refs) return;
    state.tokens = sideBySide(state.tokens);
    notes.list = [...(notes.list ?? []), ...nameUnread(state.tokens, notes.refs)];
  });
  md.core.ruler.after('footnoteTail', 'footnotes_without_way_back', (state) => {
    const list = notesOf(state.env)?.list ?? [];
    state.tokens = state.tokens.filter((token) => token.type !== 'footnote_anchor' || isRead(list[metaOf(token).id]));
  });
}

/** Whether anything refers to a note; one within the text has its own reference. */
const isRead = (note: Note | undefined) => !note || !('count' in note) || note.count !== 0;

/** Names the unreferenced notes. A duplicate gets a name with a space, which no written one can have. */
function nameUnread(tokens: Token[], refs: Record<string, number>): { label: string; count: number }[] {
  const names = new Set<string>();
  return tokens.flatMap((token) => {
    if (token.type !== 'footnote_reference_open') return [];
    const meta = metaOf(token);
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
    const notes = notesOf(state.env) ?? {};
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
  const { subId = 0 } = metaOf(token);
  const again = subId > 0 ? `:${subId + 1}` : '';
  return `${options.idPrefix ?? ''}fnref:${noteNumber(token)}${again}`;
}

function noteNumber(token: Token | undefined): number {
  return metaOf(token).id + 1;
}

function referenceLink(token: Token | undefined, state: RenderState): string {
  const number = noteNumber(token);
  const link = `class="fn" href="#${noteId(token, state)}" id="${referenceId(token, state)}"`;
  return `<a ${link} role="doc-noteref" aria-label="脚注 ${number}">${number}</a>`;
}

function backLink(token: Token | undefined, state: RenderState): string {
  const { subId = 0 } = metaOf(token);
  const time = subId > 0 ? `第 ${subId + 1} 处` : '';
  const label = `回到正文中的脚注 ${noteNumber(token)}${time}`;
  return `<a class="fn" href="#${referenceId(token, state)}" role="doc-backlink" aria-label="${label}">↩</a>`;
}
