type Range = [from: number, to: number];

/** `language` and `file` as the author wrote them, '' if not; `lines` are 1-based and inclusive. */
export type FenceInfo = { language: string; file: string; lines: Range[] };

const plainNames = new Set(['text', 'txt', 'plain', 'plaintext', 'none']);
const longestInfo = 300;

/**
 * Reads what follows the opening fence, as several worlds write it: `ts title="a.ts" {1,3-5}`, `ts filename=a.ts`,
 * VitePress' `ts:line-numbers {1} [a.ts]` and `ts{4}`, Hexo's `js a.js`.
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
