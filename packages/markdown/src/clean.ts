// Neither HTML nor the XML of a feed may hold these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const forbidden = /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;

/** Text as XML 1.0 allows it: U+FFFD for NUL and lone surrogates, \n for every line end, no other control characters. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n').replaceAll(forbidden, '');
}
