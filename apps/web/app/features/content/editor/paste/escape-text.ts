/** What begins a block when it stands at the beginning of a line. */
const blocks: [RegExp, string][] = [
  [/^(#{1,6}) /gm, '\\$1 '],
  [/^([-+*]) /gm, '\\$1 '],
  [/^(=+|-{3,})$/gm, '\\$1'],
  [/^>/gm, '\\>'],
  [/^(\d{1,9})([.)]) /gm, '$1\\$2 '],
  [/^(~{3,}|:{3,})/gm, '\\$1'],
];

/** Text of a page as Markdown that shows just that text. No more is escaped than means something to our parser. */
export function escapeText(text: string): string {
  const inline = text
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~|==/g, '\\$&')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/\[(?=[^\]]*\][([:])|\[(?=\^)/g, '\\[')
    .replace(/\$(?=[^\s$][^$]*\$)/g, '\\$')
    .replace(/&(?=#?\w+;)/g, '\\&');
  return blocks.reduce((escaped, [mark, replacement]) => escaped.replace(mark, replacement), inline);
}
