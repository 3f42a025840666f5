import TurndownService from 'turndown';
import { unwrapRedirect } from '../redirect-links.ts';
import { writeAddress, writePicture } from '../write-picture.ts';
import { clean, guardedMark } from './clean.ts';
import { all, isWithin } from './dom.ts';
import { escapeText } from './escape-text.ts';
import { attributesOf, writeHtml, writeMedia } from './keep.ts';
import { tableToMarkdown } from './tables.ts';

type Options = {
  /**
   * For imports, which must look as before: keeps relative addresses, and as HTML what Markdown cannot express. Without
   * it the result is meant for further writing, as after a paste.
   */
  lossless?: boolean;
};

/** Converts HTML to Markdown; pictures keep their URLs. Mutates the document. */
export function toMarkdown(document: Document, { lossless = false }: Options = {}): string {
  clean(document, { lossless });
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    br: '\\',
  });
  service.escape = escapeText;
  rules(service, document, lossless);
  return tidy(service.turndown(document.body)).replaceAll(guardedMark, '\\!');
}

const fenceStart = /^[\s>]{0,40}(?:(?:[-*+]|\d{1,9}\.) {1,4}){0,20}(`{3,})/;

/** Tidies everything but code. */
function tidy(markdown: string): string {
  const runs = [{ fence: '', lines: [] as string[] }];
  for (const line of markdown.split('\n')) {
    const last = runs.at(-1);
    const mark = fenceStart.exec(line)?.[1] ?? '';
    if (!last?.fence && mark) runs.push({ fence: mark, lines: [line] });
    else last?.lines.push(line);
    if (last?.fence && mark === last.fence && line.endsWith(mark)) runs.push({ fence: '', lines: [] });
  }
  return runs
    .filter(({ lines }) => lines.length > 0)
    .map(({ fence, lines }) => (fence ? lines.join('\n') : tidyProse(lines)))
    .join('\n')
    .replace(/^[ \n]+/, '') // not the indent of a verse
    .trimEnd();
}

/** Turns double breaks into paragraphs, drops trailing breaks, and joins a callout's kind with its text. */
function tidyProse(written: string[]): string {
  const lines = written.map((line) => line.trimEnd());
  const tidied = lines.flatMap((line, index) => {
    if (/^[> \t]*\\$/.test(line)) return [line.slice(0, -1).trimEnd()];
    if (/^[> ]+$/.test(line) && /\[!\w+\]$/.test(lines[index - 1] ?? '')) return [];
    return [endsForNothing(line, lines[index + 1]?.trim() ?? '') ? line.slice(0, -1) : line];
  });
  return tidied.filter((line, index) => line !== '' || tidied[index - 1] !== '').join('\n');
}

/** Whether a line ends in a break that no text of its paragraph follows. */
function endsForNothing(line: string, next: string) {
  return line.endsWith('\\') && !line.endsWith('\\\\') && (next === '' || next === '\\');
}

type Rules = Record<string, TurndownService.Rule>;

/** Rules for syntax beyond CommonMark. */
function rules(service: TurndownService, document: Document, lossless: boolean): void {
  const convert = (element: Element) => service.turndown(element as HTMLElement);
  const own: Rules = {
    ...marks,
    ...blocks,
    inlineHtml: inlineHtml(lossless),
    heading: headingRule(document, lossless),
    table: {
      filter: 'table',
      replacement: (content, node) => tableToMarkdown(node as Element, convert, lossless) ?? `\n\n${content}\n\n`,
    },
  };
  if (lossless) Object.assign(own, losslessRules);
  for (const [name, rule] of Object.entries(own)) service.addRule(name, rule);
}

const attribute = (node: Node, name: string) => (node as Element).getAttribute(name) ?? '';
const has = (node: Node, name: string) => (node as Element).hasAttribute(name);

const marks: Rules = {
  formula: {
    filter: (node) => node.nodeName === 'CODE' && has(node, 'data-formula-source'),
    replacement: (_content, node) => {
      const source = attribute(node, 'data-formula-source');
      return has(node, 'data-display') ? `\n\n$$\n${source}\n$$\n\n` : `$${source}$`;
    },
  },
  note: {
    filter: (node) => node.nodeName === 'CODE' && has(node, 'data-note'),
    replacement: (_content, node) => `[^${attribute(node, 'data-note')}]`,
  },
  mark: {
    filter: 'mark',
    replacement: (content) => (content.trim() ? `==${content.trim()}==` : ''),
  },
  struck: {
    filter: (node) => /^(DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (content) => (content.trim() ? `~~${content.trim()}~~` : ''),
  },
  link: {
    filter: (node) => node.nodeName === 'A' && has(node, 'href'),
    replacement: (content, node) => writeLink(content, unwrapRedirect(attribute(node, 'href'))),
  },
  picture: {
    filter: 'img',
    replacement: (_content, node) =>
      writePicture({
        alt: attribute(node, 'alt'),
        url: attribute(node, 'src'),
        title: attribute(node, 'title'),
        width: Number(attribute(node, 'data-share') || 100),
      }),
  },
  film: {
    filter: ['video', 'audio', 'iframe'],
    replacement: (_content, node) => {
      const address = attribute(node, 'data-src') || attribute(node, 'src');
      return /^(https?:)?\/\//.test(address) ? `\n\n<${address.replace(/^\/\//, 'https://')}>\n\n` : '';
    },
  },
};

function writeLink(content: string, address: string): string {
  const words = content
    .trim()
    .split(/\\?\n+/)
    .join(' ');
  if (words === '') return '';
  return words.replace(/\\/g, '') === address && /^https?:/.test(address)
    ? `<${address}>`
    : `[${words}](${writeAddress(address)})`;
}

const blocks: Rules = {
  item: {
    filter: 'li',
    replacement: (content, node) => {
      const mark = markOf(node as Element);
      const task = has(node, 'data-task') ? `[${attribute(node, 'data-task')}] ` : '';
      const text = task + content.trim();
      return `${mark}${text.replace(/\n/g, `\n${' '.repeat(mark.length)}`)}\n`;
    },
  },
  noteText: {
    filter: (node) => node.nodeName === 'P' && has(node, 'data-note-text'),
    replacement: (content, node) => `\n\n[^${attribute(node, 'data-note-text')}]: ${content.trim()}\n\n`,
  },
  calloutKind: {
    filter: (node) => node.nodeName === 'P' && has(node, 'data-kind'),
    replacement: (_content, node) => `[!${attribute(node, 'data-kind')}]\n`,
  },
  details: {
    filter: 'details',
    replacement: (content, node) => {
      const title = titleOf(node as Element)?.textContent ?? '';
      return `\n\n::: details ${escapeText(title.replace(/\s+/g, ' ').trim())}\n\n${content.trim()}\n\n:::\n\n`;
    },
  },
  summary: {
    filter: (node) => node.nodeName === 'SUMMARY' && titleOf(node.parentElement) === node,
    replacement: () => '',
  },
  code: {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_content, node) => {
      const text = node.textContent ?? '';
      const language = /language-([\w+#-]+)/.exec(attribute(node.firstChild ?? node, 'class'))?.[1] ?? '';
      const ticks = (text.match(/`{3,}/g) ?? []).map(({ length }) => length);
      const fence = '`'.repeat(Math.max(2, ...ticks.slice(0, 1000)) + 1);
      const title = attribute(node, 'data-title').replace(/["`\\]/g, '');
      const info = title ? `${language || 'text'} title="${title}"` : language;
      return `\n\n${fence}${info}\n${text}\n${fence}\n\n`;
    },
  },
};

/** The summary that stands above the folded text; another one is a part of it. */
function titleOf(details: Element | null) {
  if (details?.localName !== 'details') return undefined;
  return Array.from(details.children).find(({ localName }) => localName === 'summary');
}

/** Returns the list marker; an ordered list's items are counted once. */
function markOf(item: Element): string {
  const list = item.parentElement;
  if (list?.nodeName !== 'OL') return '- ';
  if (!item.hasAttribute('data-number')) numberItems(list);
  return `${item.getAttribute('data-number')}. `;
}

function numberItems(list: Element) {
  const written = Number(list.getAttribute('start') ?? 1);
  let number = Number.isInteger(written) && written >= 0 && written < 1e9 ? written : 1;
  for (let item = list.firstElementChild; item; item = item.nextElementSibling)
    if (item.localName === 'li') item.setAttribute('data-number', String(number++));
}

/** Inline elements without a mark of Markdown. */
function inlineHtml(lossless: boolean): TurndownService.Rule {
  const names = lossless
    ? /^(SUB|SUP|KBD|RUBY|RT|RP|U|INS|ABBR|SMALL|SAMP|VAR|DFN|Q|BDI|BDO|TIME)$/
    : /^(SUB|SUP|KBD|RUBY|RT|RP)$/;
  return {
    filter: (node) => names.test(node.nodeName),
    replacement: (content, node) => {
      const name = node.nodeName.toLowerCase();
      return content.trim() ? `<${name}${attributesOf(node as Element)}>${content}</${name}>` : content;
    },
  };
}

/** Headings keep the id by which another part of the text links to them. */
function headingRule(document: Document, lossless: boolean): TurndownService.Rule {
  const linked = new Set(lossless ? all(document, 'a[href^="#"]').map((link) => attribute(link, 'href').slice(1)) : []);
  return {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, node) => {
      const id = attribute(node, 'id');
      const anchor = linked.has(id) && /^[^{}\s]+$/.test(id) ? ` {#${id}}` : '';
      return `\n\n${'#'.repeat(Number(node.nodeName.charAt(1)))} ${content.trim()}${anchor}\n\n`;
    },
  };
}

/** The caption of a figure that stands by itself, not in a cell. */
function captionOf(figure: Element | null) {
  if (figure?.localName !== 'figure' || isWithin(figure, 'td, th')) return undefined;
  const hasWords = ({ localName, textContent }: Element) => localName === 'figcaption' && textContent?.trim();
  return Array.from(figure.children).find(hasWords);
}

const losslessRules: Rules = {
  more: {
    filter: (node) => node.nodeName === 'P' && has(node, 'data-more'),
    replacement: () => '\n\n<!-- more -->\n\n',
  },
  listBreak: {
    filter: (node) => node.nodeName === 'P' && has(node, 'data-break'),
    replacement: () => '\n\n<!-- -->\n\n',
  },
  captioned: {
    filter: (node) => node.nodeName === 'FIGURE' && captionOf(node as Element) !== undefined,
    replacement: (content) => `\n\n<figure>\n\n${content.trim()}\n\n</figure>\n\n`,
  },
  caption: {
    filter: (node) => node.nodeName === 'FIGCAPTION' && captionOf(node.parentElement) === node,
    replacement: (content) => `\n\n<figcaption>\n\n${content.trim()}\n\n</figcaption>\n\n`,
  },
  definitions: {
    filter: 'dl',
    replacement: (_content, node) => `\n\n${writeHtml(node as Element)}\n\n`,
  },
  film: {
    filter: ['video', 'audio', 'iframe'],
    replacement: (_content, node) => {
      const html = writeMedia(node as Element);
      return html ? `\n\n${html}\n\n` : '';
    },
  },
};
