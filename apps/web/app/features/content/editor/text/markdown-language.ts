import {
  defineLanguageFacet,
  Language,
  LanguageSupport,
  languageDataProp,
  syntaxHighlighting,
} from '@codemirror/language';
import { Tag, tagHighlighter, tags } from '@lezer/highlight';
import {
  type BlockContext,
  type DelimiterType,
  GFM,
  type InlineContext,
  type Line,
  type MarkdownConfig,
  parser,
} from '@lezer/markdown';
import { sidesOf, sidesOfUnderscores } from '@mojian/markdown/emphasis';
import { inlineSyntax } from './inline-syntax.ts';

/** `==marked==` */
const markedTag = Tag.define();
/** LaTeX between dollar signs. */
const formulaTag = Tag.define();
/** Delimiters of a callout and the name of its kind. */
const asideTag = Tag.define(tags.processingInstruction);

const container = /^:{3,}[ \t]*(?:(?:note|info|tip|important|warning|caution|danger|details)(?![\w-]).*)?$/i;
const kind = /^\[!\w+\]/;
const reference = /^\[\^[^\]\s]{1,80}\]/;
const bracket = 91;

/** Callouts (`::: tip`, `> [!NOTE]`) and footnote references (`[^1]`). */
const asides: MarkdownConfig = {
  defineNodes: [
    { name: 'ContainerLine', block: true, style: asideTag },
    { name: 'CalloutKind', style: asideTag },
    { name: 'FootnoteReference', style: tags.link },
  ],
  parseBlock: [
    {
      name: 'ContainerLine',
      before: 'FencedCode',
      parse(cx, line) {
        const text = line.text.slice(line.pos).trimEnd();
        if (!container.test(text)) return false;
        const from = cx.lineStart + line.pos;
        cx.addElement(cx.elt('ContainerLine', from, from + text.length));
        cx.nextLine();
        return true;
      },
      endLeaf: (_, line) => container.test(line.text.slice(line.pos).trimEnd()),
    },
  ],
  parseInline: [
    {
      name: 'FootnoteReference',
      before: 'Link',
      parse(cx, next, pos) {
        if (next !== bracket) return -1;
        const text = cx.slice(pos, Math.min(cx.end, pos + 90));
        const note = reference.exec(text)?.[0];
        if (note) return cx.addElement(cx.elt('FootnoteReference', pos, pos + note.length));
        const aside = pos === cx.offset ? kind.exec(text)?.[0] : undefined;
        return aside ? cx.addElement(cx.elt('CalloutKind', pos, pos + aside.length)) : -1;
      },
    },
  ],
};

const asterisk = 42;
const underscore = 95;

const delimiters: Record<number, [single: DelimiterType, double: DelimiterType]> = {
  [asterisk]: [emphasis('Emphasis'), emphasis('StrongEmphasis')],
  [underscore]: [emphasis('Emphasis'), emphasis('StrongEmphasis')],
};

/** Emphasis as packages/markdown parses it: no space is needed beside a wide character, so `**强调。**后文` is strong. */
const wideEmphasis: MarkdownConfig = { parseInline: [{ name: 'Emphasis', parse: readRun }] };

function emphasis(resolve: string): DelimiterType {
  return { resolve, mark: 'EmphasisMark' };
}

function readRun(cx: InlineContext, next: number, start: number): number {
  const kinds = delimiters[next];
  if (!kinds) return -1;
  let end = start + 1;
  while (cx.char(end) === next) end++;
  const sides = neighbours(cx, start, end);
  const { opens, closes } = next === asterisk ? sidesOf(sides) : sidesOfUnderscores(sides, end - start);
  let at = start;
  for (const size of piecesOf(end - start, opens)) {
    cx.addDelimiter(kinds[size - 1] as DelimiterType, at, at + size, opens, closes);
    at += size;
  }
  return end;
}

/** Splits three marks into one outer and two inner. Longer runs are not emphasis. */
function piecesOf(length: number, opens: boolean): (1 | 2)[] {
  if (length === 1 || length === 2) return [length];
  if (length !== 3) return [];
  return opens ? [1, 2] : [2, 1];
}

function neighbours(cx: InlineContext, start: number, end: number) {
  const before = [...cx.slice(Math.max(cx.offset, start - 2), start)].at(-1) ?? '';
  return { before, after: [...cx.slice(end, Math.min(cx.end, end + 2))][0] ?? '' };
}

const dollar = 36;

/** Depth of the containing blocks that a line continues; the parser has it, its types do not. */
type PlacedLine = Line & { depth?: number };

/** LaTeX as packages/markdown parses it: `$a$` inline, `$$a$$` as a block. */
const formula: MarkdownConfig = {
  defineNodes: [
    { name: 'Formula', style: { 'Formula/...': formulaTag } },
    { name: 'FormulaBlock', block: true, style: { 'FormulaBlock/...': formulaTag } },
    { name: 'FormulaMark', style: tags.processingInstruction },
  ],
  parseInline: [{ name: 'Formula', before: 'Escape', parse: readInline }],
  parseBlock: [
    { name: 'FormulaBlock', before: 'FencedCode', parse: readBlock, endLeaf: (_, line) => opensBlock(line) },
  ],
};

function readInline(cx: InlineContext, next: number, pos: number): number {
  if (next !== dollar || cx.char(pos - 1) === 92) return -1;
  const size = cx.char(pos + 1) === dollar ? 2 : 1;
  const start = pos + size;
  const close = findClose(cx.slice(start, cx.end), size);
  if (close < 0 || !isFormula(cx.slice(start, start + close), size, cx.slice(start + close, cx.end)[size])) {
    return size === 2 ? start : -1;
  }
  const end = start + close + size;
  const marks = [cx.elt('FormulaMark', pos, start), cx.elt('FormulaMark', end - size, end)];
  return cx.addElement(cx.elt('Formula', pos, end, marks));
}

function findClose(text: string, size: number): number {
  for (const match of text.matchAll(/\\.|\$+/gs)) {
    if (match[0].startsWith('\\')) continue;
    if (match[0].length === size) return match.index;
    if (size === 1) return -1;
  }
  return -1;
}

// sums of money are not formulas: “$5 到 $10”
function isFormula(content: string, size: number, after = ''): boolean {
  if (size === 2) return content.trim() !== '';
  if (content === '' || /^\s|\s$/.test(content) || /\d/.test(after)) return false;
  return content.includes('\\text') || !/[，。；：！？、]/.test(content);
}

const opensBlock = (line: Line) => line.next === dollar && /^\$\$(?!.*\$\$.)/.test(line.text.slice(line.pos));

function readBlock(cx: BlockContext, line: PlacedLine): boolean {
  if (!opensBlock(line)) return false;
  const start = cx.lineStart + line.pos;
  const first = line.text.slice(line.pos).trimEnd();
  const marks = [cx.elt('FormulaMark', start, start + 2)];
  let end = start + first.length;
  let closes = first.length > 4 && first.endsWith('$$');
  while (!closes && cx.nextLine() && (line.depth ?? 0) >= cx.depth) {
    closes = line.text.trimEnd().endsWith('$$');
    end = cx.lineStart + line.text.trimEnd().length;
  }
  if (closes) marks.push(cx.elt('FormulaMark', end - 2, end));
  if (closes) cx.nextLine();
  cx.addElement(cx.elt('FormulaBlock', start, Math.max(end, start + 2), marks));
  return true;
}

const equals = 61;
const delimiter: DelimiterType = { resolve: 'Marked', mark: 'MarkedMark' };

/** `==marked==` */
const marked: MarkdownConfig = {
  defineNodes: [
    { name: 'Marked', style: { 'Marked/...': markedTag } },
    { name: 'MarkedMark', style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: 'Marked',
      after: 'Emphasis',
      parse(cx, next, pos) {
        if (next !== equals || cx.char(pos + 1) !== equals) return -1;
        let end = pos + 2;
        while (cx.char(end) === equals) end++;
        if (end - pos !== 2) return end; // `===` is an operator or a rule, never a marker
        const { opens, closes } = sidesOf(neighbours(cx, pos, end));
        return cx.addDelimiter(delimiter, pos, end, opens, closes);
      },
    },
  ],
};

const tilde = 126;
const struck: DelimiterType = { resolve: 'Strikethrough', mark: 'StrikethroughMark' };

/** `~~struck~~` by the rules for Chinese text; the node is GFM's. */
const strikethrough: MarkdownConfig = {
  parseInline: [
    {
      name: 'Strikethrough',
      parse(cx, next, pos) {
        if (next !== tilde || cx.char(pos + 1) !== tilde || cx.char(pos + 2) === tilde) return -1;
        const { opens, closes } = sidesOf(neighbours(cx, pos, pos + 2));
        return cx.addDelimiter(struck, pos, pos + 2, opens, closes);
      },
    },
  ],
};

const data = defineLanguageFacet({
  commentTokens: { block: { open: '<!--', close: '-->' } },
  closeBrackets: {
    brackets: ['(', '[', '{', '"', '“', '‘', '（', '【', '《', '「', '『'],
    before: ')]}"”’）】》」』，。；：！？、',
  },
});

/**
 * The Markdown dialect of packages/markdown. @codemirror/lang-markdown would add 70 KB of parsers for HTML, CSS and
 * JavaScript that articles do not need.
 */
export const ourMarkdown = new LanguageSupport(
  new Language(
    data,
    parser.configure([
      GFM,
      wideEmphasis,
      strikethrough,
      marked,
      formula,
      inlineSyntax,
      asides,
      { props: [languageDataProp.add({ Document: data })] },
    ]),
    [],
    'markdown',
  ),
);

/** Class names for the style sheet. */
export const highlighting = syntaxHighlighting(
  tagHighlighter([
    {
      tag: [tags.heading1, tags.heading2, tags.heading3, tags.heading4, tags.heading5, tags.heading6],
      class: 'text-md-heading',
    },
    { tag: tags.heading, class: 'text-md-strong' }, // the head of a table
    { tag: tags.strong, class: 'text-md-strong' },
    { tag: tags.emphasis, class: 'text-md-emphasis' },
    { tag: tags.strikethrough, class: 'text-md-strike' },
    { tag: markedTag, class: 'text-md-marked' },
    { tag: tags.monospace, class: 'text-md-code' },
    { tag: formulaTag, class: 'text-md-formula' },
    { tag: [tags.link, tags.url, tags.string, tags.labelName], class: 'text-md-link' },
    {
      tag: [tags.processingInstruction, tags.contentSeparator, tags.comment, tags.escape, asideTag],
      class: 'text-md-sign',
    },
    { tag: [tags.atom, tags.character], class: 'text-md-sign' },
    { tag: tags.quote, class: 'text-md-quote' },
  ]),
);
