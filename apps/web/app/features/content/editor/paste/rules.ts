import type TurndownService from 'turndown';
import { writePicture } from '../pictures/picture-syntax.ts';
import { gridOf } from './tables.ts';

type Rules = Record<string, TurndownService.Rule>;

/** How our Markdown writes what CommonMark has no word for. */
export function rules(service: TurndownService): void {
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

/** What an item begins with. Only of ordered lists the place counts, and counting costs time. */
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
