import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';
import {
  type Admit,
  createGate,
  filterHtmlBlock,
  opensSilence,
  type RawTag,
  readTag,
  writableTags,
} from './raw-html.ts';

/**
 * Lets an author's HTML through tag by tag. A tag nobody may write disappears when it has its partner; alone it is
 * what the author wants to be read, as in `List<String>`.
 */
export function rawHtml(md: MarkdownIt): void {
  md.core.ruler.push('raw_html', (state) => {
    const admit = createGate();
    for (const token of state.tokens) {
      if (token.type === 'html_block') token.content = filterHtmlBlock(token.content, admit);
      if (token.children?.some((child) => child.type === 'html_inline'))
        token.children = filterInline(token.children, admit);
    }
  });
}

function filterInline(tokens: Token[], admit: Admit): Token[] {
  const tags = tokens.map((token) => (token.type === 'html_inline' ? readTag(token.content, 0) : undefined));
  const partners = findPartners(tags);
  let silentUntil = -1;
  return tokens.flatMap((token, index) => {
    if (index <= silentUntil) return [];
    if (token.type !== 'html_inline') return [token];
    const tag = tags[index];
    const partner = partners.get(index);
    if (tag && opensSilence(tag)) silentUntil = partner ?? index;
    return tag ? keepTag(token, admit(tag), writableTags.has(tag.name) || partner !== undefined) : [];
  });
}

function keepTag(token: Token, admitted: boolean, droppable: boolean): Token[] {
  if (admitted) return [token];
  return droppable ? [] : [textToken(token.content, token.level)];
}

/** For each tag that nobody may write, the index of the tag it opens or closes with. */
function findPartners(tags: (RawTag | undefined)[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open = new Map<string, number[]>();
  tags.forEach((tag, index) => {
    if (!tag || writableTags.has(tag.name)) return;
    const opened = open.get(tag.name) ?? [];
    open.set(tag.name, opened);
    if (!tag.closes) opened.push(index);
    const opener = tag.closes ? opened.pop() : undefined;
    if (opener === undefined) return;
    partners.set(opener, index);
    partners.set(index, opener);
  });
  return partners;
}

function textToken(content: string, level: number): Token {
  const token = new Token('text', '', 0);
  token.content = content;
  token.level = level;
  return token;
}
