/** Not a text, or too long; the message is Chinese and shown to the importer. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Bytes. */
export const largestText = 5 * 1024 * 1024;

/**
 * Decodes UTF-8 with or without BOM, UTF-16 with BOM, otherwise GB18030 (a superset of GBK), with \n line ends.
 * @throws UnreadableFile
 */
export function decodeText(bytes: Uint8Array) {
  if (bytes.length > largestText) throw new UnreadableFile(tooLong);
  return decode(bytes).replace(/\r\n?/g, '\n');
}

const tooLong = '文件超过 5 MB';

function decode(bytes: Uint8Array) {
  for (const encoding of encodingsOf(bytes)) {
    const text = tryDecode(bytes, encoding);
    if (text !== undefined && !text.includes('\0')) return text;
  }
  throw new UnreadableFile('不是文本，或编码既非 UTF-8 也非 GB18030');
}

function encodingsOf([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return ['utf-16le'];
  return first === 0xfe && second === 0xff ? ['utf-16be'] : ['utf-8', 'gb18030'];
}

function tryDecode(bytes: Uint8Array, encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not this encoding
  }
}
