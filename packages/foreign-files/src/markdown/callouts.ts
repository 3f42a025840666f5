import { type CalloutKind, callout } from './forms.ts';
import { dedent } from './tag-tree.ts';

type Callout = [kind: CalloutKind, title: string];

/** Kinds of Obsidian, GitHub, MkDocs and others that the renderer does not have, with their titles. */
const kinds = new Map<string, Callout>(
  Object.entries({
    ...named('NOTE', { note: '', info: '', seealso: '另见' }),
    ...named('NOTE', { abstract: '摘要', summary: '摘要', tldr: '摘要', todo: '待办', example: '例子' }),
    ...named('NOTE', { question: '问题', help: '问题', faq: '问题', quote: '引用', cite: '引用' }),
    ...named('TIP', { tip: '', hint: '', success: '成功', check: '完成', done: '完成' }),
    ...named('IMPORTANT', { important: '', primary: '' }),
    ...named('WARNING', { warning: '', attention: '' }),
    ...named('CAUTION', {
      caution: '',
      danger: '',
      error: '',
      failure: '失败',
      fail: '失败',
      missing: '缺失',
      bug: '缺陷',
    }),
  }),
);

function named(kind: CalloutKind, titles: Record<string, string>): Record<string, Callout> {
  return Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, [kind, title]]));
}

/** Finds the kind of a callout by any system's name; one that is not known is a note with its name. */
function kindOf(name: string): Callout {
  return kinds.get(name.toLowerCase()) ?? ['NOTE', name.replaceAll('-', ' ')];
}

const alert =
  /^((?:(?:[ \t]|[-*+]|\d{1,9}[.)]){0,20}>){1,9}[ \t]{0,9})\[!([A-Za-z][\w-]{0,30})(?:\|[^\]\n]*)?\][+-]?(.*)$/;

/** Rewrites `> [!quote] 题` as one of the kinds that readers here see; the first line of a quotation only. */
export function tidyAlerts(text: string) {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const before = depth;
      depth = /^[ \t>]*/.exec(line)?.[0].replaceAll(' ', '').replaceAll('\t', '').length ?? 0;
      const [, marks = '', name = '', title = ''] = alert.exec(line) ?? [];
      if (name === '' || marks.replace(/[^>]/g, '').length <= before) return line;
      const [kind, usual] = kindOf(name);
      return `${marks}[!${kind}] ${title.trim() || usual}`.trimEnd();
    })
    .join('\n');
}

const admonition = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+([A-Za-z][\w-]*)((?:[ \t]+(?:inline|end))*)(?:[ \t]+(\S.*))?$/;
const tab = /^([ \t]*)===[+!]?[ \t]+"([^"\n]+)"[ \t]*$/;

/** Rewrites `!!! note "题"` and `=== "题"` of Python-Markdown, whose content is indented. */
export function tidyAdmonitions(text: string, depth = 0): string {
  if (depth > 9 || !/^[ \t]*(?:!!!|\?\?\?|===[+!]?[ \t]+")/m.test(text)) return text;
  const lines = text.split('\n');
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const found = readOpening(lines[at] ?? '');
    const end = found ? endOfContent(lines, at + 1, found.indent.length) : at;
    if (found && end > at + 1) {
      const body = tidyAdmonitions(dedent(lines.slice(at + 1, end).join('\n')), depth + 1);
      out.push(
        '',
        ...found
          .write(body)
          .replace(/^(?=.)/gm, found.indent)
          .split('\n'),
        '',
      );
    } else out.push(lines[at] ?? '');
    at = Math.max(end > at + 1 ? end : 0, at + 1);
  }
  return out.join('\n');
}

/** Reads the first line of an admonition or tab. */
function readOpening(line: string) {
  const [, tabIndent = '', label] = tab.exec(line) ?? [];
  if (label) return { indent: tabIndent, write: (body: string) => `**${label}**\n\n${body}` };
  const [, indent = '', name, , written = ''] = admonition.exec(line.trimEnd()) ?? [];
  if (!name) return undefined;
  const [kind, usual] = kindOf(name);
  const title = /^"([^"]*)"$/.exec(written)?.[1] ?? (written || usual);
  return { indent, write: (body: string) => callout(kind, title, body) };
}

/** Line behind the indented ones; blank lines belong to them only where more follow. */
function endOfContent(lines: string[], from: number, width: number) {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (!/^(?: {4}|\t)/.test(line.slice(width)) || line.slice(0, width).trim() !== '') break;
    end = at + 1;
  }
  return end;
}
