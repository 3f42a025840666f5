import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { isFailure } from '@mojian/contract/platform/failures';
import { codeElements, htmlToText } from '@mojian/foreign-files/html-text';
import { textToMarkdown } from '@mojian/markdown/from-html/escape-text';
import { withHardBreaks } from '@mojian/markdown/hard-breaks';
import { replacePassages } from '@mojian/markdown/text';

export type FromHtml = { markdown: string; warnings: string[] };

/** UTF-16 units; a page of this length has more markup than any article. */
export const longestHtml = 5_000_000;

/** Text that is no HTML at all; `a < b` and `R&D` are not either. */
const markup = /<[a-z!/?]|&#?\w{1,32};/i;

/** @throws Failure too-many-requests while busy, unavailable without memory, invalid-input for what is too complex */
type Convert = (task: 'htmlToMarkdown' | 'hardBreaks', text: string) => Promise<{ markdown: string }>;

/** Converter of the reader that runs now, set by the functions below; null: texts are not converted. */
const converter = new AsyncLocalStorage<Convert | null>();

/**
 * Runs a reader for all but its texts: HTML becomes '' at once. To look through a file for its authors and its site costs
 * then a hundredth of reading it.
 */
export function withoutTexts<Result>(work: () => Promise<Result>) {
  return converter.run(null, work);
}

export function areTextsSkipped() {
  return converter.getStore() === null;
}

/** Runs a reader whose texts are converted elsewhere, such as in a process that may break. */
export function convertingBy<Result>(convert: Convert, work: () => Promise<Result>) {
  return converter.run(convert, work);
}

const convertHere: Convert = async (task, text) => {
  if (task === 'hardBreaks') return { markdown: withHardBreaks(text) };
  const { htmlToMarkdown } = await import('@mojian/markdown/from-html/parse'); // loads a parser and a converter
  return { markdown: htmlToMarkdown(text) };
};

/**
 * Converts HTML to Markdown; scripts and handlers do not come out. Falls back to the words of the
 * text, with a warning, when it is too long or too complex, or breaks the converter: one text never ends an import.
 */
export async function fromHtml(html: string): Promise<FromHtml> {
  if (areTextsSkipped()) return { markdown: '', warnings: [] };
  if (!markup.test(html)) return { markdown: textToMarkdown(html), warnings: [] };
  if (html.length > longestHtml) return wordsOnly(html);
  return convert(html);
}

async function convert(html: string, attempt = 0): Promise<FromHtml> {
  try {
    const { markdown } = await (converter.getStore() ?? convertHere)('htmlToMarkdown', html);
    return { markdown, warnings: [...droppedCode(html), ...droppedSides(html)] };
  } catch (error) {
    const isBusy = isFailure(error) && error.id === 'too-many-requests';
    if (!isBusy || attempt === mostAttempts) return wordsOnly(html, isFailure(error) && error.id === 'unavailable');
    await wait(1000);
    return convert(html, attempt + 1);
  }
}

/** Seconds to wait while the converter is busy. */
const mostAttempts = 30;

/**
 * Writes the line breaks of a Markdown text as hard ones, for systems that show every line by itself. A text that is too
 * complex stays as it is.
 */
export async function breakLines(markdown: string, attempt = 0): Promise<string> {
  if (areTextsSkipped() || !markdown.includes('\n')) return markdown;
  try {
    return (await (converter.getStore() ?? convertHere)('hardBreaks', markdown)).markdown;
  } catch (error) {
    const isBusy = isFailure(error) && error.id === 'too-many-requests';
    if (!isBusy || attempt === mostAttempts) return markdown;
    await wait(1000);
    return breakLines(markdown, attempt + 1);
  }
}

function wordsOnly(html: string, isOutOfMemory = false): FromHtml {
  const why = isOutOfMemory ? '机器的内存不够' : '排版太复杂';
  return { markdown: textToMarkdown(htmlToText(html)), warnings: [`${why}，没能转成 Markdown，只留下了文字`] };
}

/** Says that scripts and styles of the text stay behind; formulas, which MathJax keeps in scripts, do not. */
function droppedCode(html: string): string[] {
  if (!/<(?:script|style)\b/i.test(html)) return [];
  let found = 0;
  const drop = (inner: string, whole: string) => {
    if (inner.trim() !== '' || /^<script[^>]*\ssrc/i.test(whole))
      found += Number(!/^<script[^>]*math\/tex/i.test(whole));
    return '';
  };
  for (const element of codeElements) replacePassages(html, element, drop);
  return found > 0 ? ['里面的脚本和样式没有带过来'] : [];
}

const block = /<(?:p|div|h[1-6]|section)\s((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>/gi;
const toTheSide =
  /(?:^|\s)align\s*=\s*["']?(?:center|right)|text-align\s*:\s*(?:center|right|end)|has-text-align-(?:center|right)/i;

/** Warns that centred and right-aligned paragraphs become left-aligned: texts of this site have no alignment. Table cells keep theirs. */
function droppedSides(html: string): string[] {
  const isAside = [...html.matchAll(block)].some(([, written = '']) => toTheSide.test(written));
  return isAside || /<center[\s>]/i.test(html) ? ['居中和靠右的段落，这里都靠左'] : [];
}
