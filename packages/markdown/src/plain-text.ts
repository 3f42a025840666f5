import { kindOfAttachment } from '@mojian/contract/core/attachment-kinds';
import type { Token } from 'markdown-it';
import { codeText, isCode } from './code/code-blocks.ts';
import { inlineText } from './headings.ts';
import { longNumber } from './lists.ts';
import { stripTags } from './sanitize.ts';

/** Plain text in three selections, paragraphs separated by a line break. */
export type PlainText = {
  /** Everything searchable: prose, headings, tables, notes, alt texts, code, formulas. */
  text: string;
  /** Readable text: all but code and formulas. */
  read: string;
  /** Text for summaries: paragraphs, lists and quotations only, without files and addresses that stand alone. */
  prose: string;
};

type Place = 'heading' | 'table' | 'notes' | 'figure';

const places: Record<string, Place> = {
  heading: 'heading',
  callout_title: 'heading',
  table: 'table',
  footnote_block: 'notes',
  figure: 'figure',
};

/** Reads the tokens after all rules have run. */
export function plainText(tokens: Token[]): PlainText {
  const text: string[] = [];
  const read: string[] = [];
  const prose: string[] = [];
  const open: Place[] = [];

  for (const token of tokens) {
    const place = places[token.type.replace(/_(open|close)$/, '')];
    if (place && token.nesting > 0) open.push(place);
    if (place && token.nesting < 0) open.pop();

    const words = textOf(token, open.includes('figure'));
    text.push(words.all);
    read.push(words.read);
    if (open.length === 0 && !isLoneLink(token)) prose.push(words.read);
  }
  return { text: joinLines(text), read: joinLines(read), prose: joinLines(prose) };
}

/** Whether a line is but a link to a file, or a bare address, which is shown as a card or says nothing to a reader. */
function isLoneLink({ type, children }: Token) {
  if (type !== 'inline' || children?.length !== 3) return false;
  const [link, words] = children;
  const address = link?.type === 'link_open' ? String(link.attrGet('href') ?? '') : '';
  return kindOfAttachment(address) !== undefined || /^https?:\/\/\S+$/.test(words?.content ?? '');
}

function textOf(token: Token, captioned: boolean): { all: string; read: string } {
  if (isCode(token)) return { all: codeText(token), read: '' };
  if (token.info === 'default') return { all: '', read: '' };
  if (token.type === 'inline') {
    const children = token.children ?? [];
    return { all: inlineText(children, { math: true, pictures: !captioned }), read: inlineText(children, {}) };
  }
  if (token.type === 'html_block') {
    const words = stripTags(token.content);
    return { all: words, read: words };
  }
  const number = longNumber(token);
  return { all: number || token.content, read: number };
}

function joinLines(lines: string[]): string {
  return lines
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n');
}
