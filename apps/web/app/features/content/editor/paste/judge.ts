/** UTF-16 units of HTML beyond which turning it into Markdown would hold up the page. Pictures within do not count. */
const most = 1_500_000;
const mostElements = 10_000;

const formatting =
  /<(a\s|img|h[1-6]|[uo]l\b|li\b|table|strong|b\b|em\b|i\b|blockquote|pre|code|p\b|hr|del|s\b|mark|math|aside|section|span[^>]*(?:font-weight|katex))/i;

/** Whether pasted HTML says more than its plain text does. */
export function hasFormat(html: string): boolean {
  return formatting.test(html);
}

export function isTooLarge(html: string): boolean {
  if (html.length <= most) return (html.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
  const text = html.replace(/data:image\/[^"'\s)]+/g, '');
  return text.length > most || (text.match(/<[a-z]/gi)?.length ?? 0) > mostElements;
}

/** Editors of code dress their text in colours; what is meant is the text. */
export function saysCode(data: DataTransfer | null, html: string): boolean {
  if (data?.types.includes('vscode-editor-data')) return true;
  return /^[^<]*(?:<(?:html|head|body|meta)[^>]*>|<!--[^>]*-->|\s)*<(?:div|pre)[^>]*font-family:[^"]*(?:mono|consolas|menlo|courier)[^"]*white-space:\s*pre/i.test(
    html.slice(0, 3000),
  );
}
