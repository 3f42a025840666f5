// Forbidden in HTML and in the XML of a feed.
const forbidden = /[[\p{Cc}\ufffe\uffff]--[\0\t\n\r\x80-\x9f]]/gv;

/**
 * Text that both databases store and XML may hold, otherwise as it was written: U+FFFD for lone surrogates, and without
 * NUL and other control characters.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '').replaceAll(forbidden, '');
}
