import { strikethrough, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { writePicture } from '../pictures/picture-syntax.ts';
import { all } from './blocks.ts';
import { clean } from './clean.ts';

/** Converts pasted HTML to Markdown; pictures keep their URLs. Mutates the document. */
export function toMarkdown(document: Document): string {
  clean(document);
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
    br: '\\',
  });
  service.use([strikethrough, taskListItems]);
  service.escape = escapeText;
  rules(service);
  return tidy(service.turndown(document.body));
}

function tidy(markdown: string): string {
  return markdown
    .split(/(^(?:`{3,})[^\n]*\n[\s\S]*?^`{3,}$)/m)
    .map((part, index) => (index % 2 === 1 ? part : tidyProse(part)))
    .join('')
    .trim();
}

/** Turns double breaks into paragraphs, drops trailing breaks, and joins a callout's kind with its text. */
function tidyProse(prose: string): string {
  return prose
    .replace(/(?<![ \t])[ \t]*\\\n(?:[ \t]*\\\n)+[ \t]*/g, '\n\n')
    .replace(/\\\n(?=\n|$)/g, '\n')
    .replace(/^((?:> ?)+\[!\w+\])\n(?:> ?)+\n/gm, '$1\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}

type Rules = Record<string, TurndownService.Rule>;

/** Rules for syntax beyond CommonMark. */
function rules(service: TurndownService): void {
  const own: Rules = { ...marks, ...blocks, table: tableRule(service) };
  for (const [name, rule] of Object.entries(own)) service.addRule(name, rule);
  service.keep((node) => /^(SUB|SUP|KBD|RUBY|RT|RP)$/.test(node.nodeName));
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
  picture: {
    filter: 'img',
    replacement: (_content, node) =>
      writePicture({
        alt: attribute(node, 'alt'),
        url: attribute(node, 'src'),
        title: attribute(node, 'title'),
        width: 100,
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

const blocks: Rules = {
  item: {
    filter: 'li',
    replacement: (content, node) => {
      const mark = markOf(node as Element);
      const text = content.trim().replace(/^\[([ x])\]\s+/, '[$1] ');
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
  code: {
    filter: (node) => node.nodeName === 'PRE',
    replacement: (_content, node) => {
      const text = node.textContent ?? '';
      const language = /language-([\w+#-]+)/.exec(attribute(node.firstChild ?? node, 'class'))?.[1] ?? '';
      const runs = (text.match(/`{3,}/g) ?? []).map(({ length }) => length);
      const fence = '`'.repeat(Math.max(2, ...runs) + 1);
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`;
    },
  },
};

/** Returns the list marker; counts siblings only in ordered lists. */
function markOf(item: Element): string {
  const list = item.parentElement;
  if (list?.nodeName !== 'OL') return '- ';
  const first = Number(list.getAttribute('start') ?? 1) || 1;
  return `${first + Array.from(list.children).indexOf(item)}. `;
}

function tableRule(service: TurndownService): TurndownService.Rule {
  const cellText = (cell: Element | undefined) => {
    if (!cell) return '';
    const content = service.turndown(cell as HTMLElement).trim();
    return content.replace(/\\?\n+/g, '<br>').replace(/\|/g, '\\|');
  };
  return {
    filter: 'table',
    replacement: (content, node) => {
      const grid = gridOf(node as Element);
      if (!grid) return `\n\n${content}\n\n`;
      const [head, ...rows] = grid.map((row) => `| ${row.map(cellText).join(' | ')} |`);
      const rule = `|${' --- |'.repeat(grid[0]?.length ?? 0)}`;
      const caption = (node as Element).querySelector('caption')?.textContent?.trim();
      return `\n\n${caption ? `${caption}\n\n` : ''}${[head, rule, ...rows].join('\n')}\n\n`;
    },
  };
}

/** Table grid; cells covered by merged cells are undefined. */
type Grid = (Element | undefined)[][];

const most = { columns: 60, rows: 1000 };

/** Lays out the cells in a rectangular grid; undefined for layout tables. */
function gridOf(table: Element): Grid | undefined {
  const rows = all(table, 'tr')
    .filter((row) => row.closest('table') === table)
    .slice(0, most.rows);
  const grid: Grid = rows.map(() => []);
  rows.forEach((row, down) => {
    let across = 0;
    for (const cell of Array.from(row.children).filter(({ localName }) => /^t[dh]$/.test(localName))) {
      while (isTaken(grid[down], across)) across += 1;
      cover(grid, cell, down, across);
      across += spanOf(cell, 'colspan', most.columns);
    }
  });
  const width = Math.min(most.columns, Math.max(0, ...grid.map(({ length }) => length)));
  if (width < 2 || table.querySelector('table') || grid.length < 2) return undefined;
  return grid.map((row) => Array.from({ length: width }, (_, across) => row[across]));
}

function isTaken(row: Grid[number] | undefined, across: number) {
  return row !== undefined && across in row;
}

function cover(grid: Grid, cell: Element, down: number, across: number) {
  const height = spanOf(cell, 'rowspan', grid.length - down);
  const width = spanOf(cell, 'colspan', most.columns);
  for (let row = down; row < down + height; row++) {
    for (let column = across; column < across + width; column++) {
      const line = grid[row];
      if (line) line[column] = row === down && column === across ? cell : undefined;
    }
  }
}

function spanOf(cell: Element, name: string, largest: number) {
  return Math.min(largest, Math.max(1, Number(cell.getAttribute(name)) || 1));
}

/** Escapes for block syntax at the start of a line. */
const blockMarks: [RegExp, string][] = [
  [/^(#{1,6}) /gm, '\\$1 '],
  [/^([-+*]) /gm, '\\$1 '],
  [/^(=+|-{3,})$/gm, '\\$1'],
  [/^>/gm, '\\>'],
  [/^(\d{1,9})([.)]) /gm, '$1\\$2 '],
  [/^(~{3,}|:{3,})/gm, '\\$1'],
];

/** Escapes text for Markdown, only where the parser would give it a meaning. */
function escapeText(text: string): string {
  const inline = text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~|==/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\[(?=[^\]]*\][([:])|\[(?=\^)/g, '\\[')
    .replace(/\$(?=[^\s$][^$]*\$)/g, '\\$')
    .replace(/&(?=#?\w+;)/g, '\\&');
  return blockMarks.reduce((escaped, [mark, replacement]) => escaped.replace(mark, replacement), inline);
}
