const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML, fit for an element's content and for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Puts a space for each tag of HTML that this package wrote; < and > stand in its tags only. */
export function removeTags(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, ' ');
}

// Neither HTML nor the XML of a feed may hold these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const forbidden = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;

/** Text as XML 1.0 allows it: U+FFFD for NUL and lone surrogates, \n for every line end, no other control characters. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n').replaceAll(forbidden, '');
}

/**
 * Replaces each passage from an `opening` to the nearest `closing` behind it, both global patterns. `replace` is given
 * what stands between them and the whole passage. Unlike `opening[\s\S]*?closing`, openings that nothing closes are
 * passed over in one scan: /<pre>[\s\S]*?<\/pre>/g reads the rest of the text again for each of them.
 */
export function replacePassages(
  text: string,
  { opening, closing }: { opening: RegExp; closing: RegExp },
  replace: (inner: string, whole: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { start, innerStart, innerEnd, end } of passagesOf(text, opening, closing)) {
    replaced += text.slice(at, start) + replace(text.slice(innerStart, innerEnd), text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

function* passagesOf(text: string, opening: RegExp, closing: RegExp) {
  for (let from = 0; ; ) {
    opening.lastIndex = from;
    const first = opening.exec(text);
    if (!first) return;
    closing.lastIndex = opening.lastIndex;
    const last = closing.exec(text);
    if (!last) return; // and none for any later opening
    const innerStart = first.index + first[0].length;
    from = closing.lastIndex;
    yield { start: first.index, innerStart, innerEnd: last.index, end: from };
  }
}

/** A text too long to be read as Markdown, paragraph by paragraph. */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('');
}
