import type { MarkdownIt, Token } from 'markdown-it';
import { askThread } from '#colouring';
import { limits } from '../limits.ts';
import { unescapeAll, write } from '../markdown-it.ts';
import { type RenderState, storeFragment } from '../render-state.ts';
import { escapeHtml } from '../text.ts';
import { findLanguage, languageLabel } from './languages.ts';

/** Renders fenced and indented code, and diagrams, whose source stays readable until a script draws them. */
export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.after('block', 'fence_info', (state) => {
    for (const token of state.tokens) {
      if (isCode(token)) token.meta = { info: readFenceInfo(unescapeAll(token.info)) } satisfies CodeMeta;
    }
  });
  write(md, { fence: render, code_block: render });
}

type CodeMeta = { info: FenceInfo; coloured?: string[] | undefined };

/** Highlights the code of parsed tokens; must precede rendering, which is synchronous. */
export async function colourCode(tokens: Token[]): Promise<void> {
  const blocks = tokens.filter(isCode);
  const coloured = await highlight(
    blocks.map((token) => ({ code: codeOf(token), language: metaOf(token).info.language })),
  );
  blocks.forEach((token, index) => {
    metaOf(token).coloured = coloured[index];
  });
}

function render(tokens: Token[], index: number, state: RenderState): string {
  const token = tokens[index];
  return token ? `${storeFragment(state, blockHtml(token, state))}\n` : '';
}

function blockHtml(token: Token, state: RenderState): string {
  const { info, coloured } = metaOf(token);
  const code = codeOf(token);
  if (info.language.toLowerCase() !== 'mermaid') return codeFigure(code, info, coloured);
  state.hasDiagram = true;
  return `<figure class="diagram"><pre class="mermaid-source" tabindex="0">${escapeHtml(code)}</pre></figure>`;
}

/** Searchable text of a block of code, with the file name above it and a language that is a word of the writer's. */
export function codeText(token: Token): string {
  const { language, file } = metaOf(token).info;
  return [findLanguage(language) ? '' : language, file, token.content].filter(Boolean).join('\n');
}

export function isCode({ type }: Token): boolean {
  return type === 'fence' || type === 'code_block';
}

function metaOf(token: Token): CodeMeta {
  return token.meta as CodeMeta;
}

function codeOf({ content }: Token): string {
  return content.replace(/\n$/, '');
}

/** Renders a block of code. `coloured`: its lines as HTML, if highlighted. */
function codeFigure(code: string, info: FenceInfo, coloured: string[] | undefined): string {
  const file = info.file && `<span class="file">${escapeHtml(info.file)}</span>`;
  const caption = `<span class="label">${escapeHtml(languageLabel(info.language))}</span>${file}`;
  const button = '<button type="button" class="btn quiet push" data-copy>复制</button>';
  const body = `<pre tabindex="0"><code>${codeHtml(code, info, coloured)}</code></pre>`;
  return `<figure class="code"><figcaption>${caption}${button}</figcaption>${body}</figure>`;
}

function codeHtml(code: string, info: FenceInfo, coloured: string[] | undefined): string {
  const lines = coloured ?? code.split('\n').map(escapeHtml);
  if (lines.length > limits.codeLines) return lines.join('\n');
  return lines.map((line, index) => lineHtml(line, isPointedOut(info, index + 1))).join('');
}

// The line break stands inside the line's element: copied text, feeds and pages without our CSS keep the lines apart.
function lineHtml(html: string, on: boolean): string {
  return `<span class="l${on ? ' on' : ''}">${html}\n</span>`;
}

function isPointedOut(info: FenceInfo, line: number): boolean {
  return info.lines.some(([from, to]) => from <= line && line <= to);
}

type Range = [from: number, to: number];

/** `language` and `file` as written, or ''; `lines` are 1-based and inclusive. */
type FenceInfo = { language: string; file: string; lines: Range[] };

const plainNames = new Set(['text', 'txt', 'plain', 'plaintext', 'none']);
const longestInfo = 300;

/**
 * Parses a fence's info string in several dialects: `ts title="a.ts" {1,3-5}`, `ts filename=a.ts`, VitePress'
 * `ts:line-numbers {1} [a.ts]` and `ts{4}`, Hexo's `js a.js`.
 */
export function readFenceInfo(info: string): FenceInfo {
  const lines: Range[] = [];
  let file = '';
  const words = info
    .slice(0, longestInfo)
    .replace(/\{([\d\s,-]+)\}/g, (_, ranges: string) => {
      lines.push(...ranges.split(',').map(readRange));
      return ' ';
    })
    .replace(/(?:^|\s)(?:title|filename|file)=(?:"([^"]*)"|'([^']*)'|(\S+))/i, (_, double, single, bare) => {
      file = double ?? single ?? bare;
      return ' ';
    })
    .replace(/\[([^\]]{1,300})\]/, (_, name: string) => {
      file ||= name;
      return ' ';
    });

  const [first = '', ...others] = words.trim().split(/\s+/);
  const language = (first.split(':')[0] ?? '').replace(/^\.|^language-/, '');
  file ||= others.find((word) => /^[\w@./\\-]+\.\w+$/.test(word)) ?? '';
  return { language: plainNames.has(language.toLowerCase()) ? '' : language, file: file.trim().slice(0, 120), lines };
}

function readRange(written: string): Range {
  const [from = 0, to = from] = written.split('-').map(Number);
  return [from, to];
}

/** Code without its last line break, and its language as written. */
export type CodeBlock = { code: string; language: string };

/**
 * Highlights the blocks of one text. Each result is the lines as HTML with classes, or undefined for a block that stays
 * plain: unknown language, too large, or the text's budget is spent.
 */
export async function highlight(blocks: CodeBlock[]): Promise<(string[] | undefined)[]> {
  const coloured: (string[] | undefined)[] = [];
  let allowance: number = limits.codeLength;
  for (const { code, language: written } of blocks) {
    const language = findLanguage(written);
    const fits = language && isReasonable(code) && code.length <= allowance;
    const lines = fits ? await askThread({ code, language }) : undefined;
    if (fits) allowance = lines ? allowance - code.length : 0; // a block that timed out is not tried again
    coloured.push(lines);
  }
  return coloured;
}

function isReasonable(code: string): boolean {
  const lines = code.split('\n');
  return lines.length <= limits.codeLines && lines.every((line) => line.length <= limits.codeLineLength);
}
