/** Escapes for block syntax at the start of a line. */
const blockMarks: [RegExp, string][] = [
  [/^(#{1,6})(?=[ \t]|$)/gm, '\\$1'],
  [/^([-+*])(?=[ \t]|$)/gm, '\\$1'],
  [/^(=+|-{3,})$/gm, '\\$1'],
  [/^>/gm, '\\>'],
  [/^(\d{1,9})([.)])(?=[ \t]|$)/gm, '$1\\$2'],
  [/^(~{3,}|:{3,})/gm, '\\$1'],
];

/** Signs without which no escape is needed. */
const anyMark = /[\\*`_~=<&[$]|^[#>+=~:\d-]/m;

/** Escapes text for Markdown, only where the parser would give it a meaning. */
export function escapeText(text: string): string {
  if (!anyMark.test(text)) return text;
  const inline = text
    .replace(/\\(?=[!-/:-@[-`{-~\n]|$)/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~|==/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&');
  const escaped = escapeDollars(escapeBrackets(inline));
  return blockMarks.reduce((marked, [mark, replacement]) => marked.replace(mark, replacement), escaped);
}

/** Escapes `[` of links, definitions and notes. */
function escapeBrackets(text: string) {
  const lastClosing = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['), text.lastIndexOf(']:'));
  return text.replace(/\[(\^?)/g, (bracket, note: string, at: number) =>
    note || at < lastClosing ? `\\${bracket}` : bracket,
  );
}

/** Escapes each `$` that a later one could pair up with as a formula. */
function escapeDollars(text: string) {
  const last = text.lastIndexOf('$');
  return text.replace(/\$(?=[^\s$])/g, (dollar, at: number) => (at < last ? `\\${dollar}` : dollar));
}

/** Writes plain text as Markdown: blank lines part paragraphs, line breaks stay. */
export function textToMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.split('\n').map((line) => escapeText(line.trim())))
    .map((lines) => lines.filter(Boolean).join('\\\n'))
    .filter(Boolean)
    .join('\n\n');
}

const wide = '\\p{sc=Han}，。、；：？！“”‘’（）《》【】…—';
const beforeBreak = new RegExp(`[${wide}][ \\t]*$`, 'u');
const afterBreak = new RegExp(`^\\s*[${wide}]`, 'u');

/** Joins the lines of a source that was broken between Chinese characters. */
export function joinLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      return beforeBreak.test(line.slice(-40)) && afterBreak.test(next.slice(0, 80)) ? line.trimEnd() : `${line}\n`;
    })
    .map((line, index, all) => (index > 0 && !all[index - 1]?.endsWith('\n') ? line.trimStart() : line))
    .join('');
}
