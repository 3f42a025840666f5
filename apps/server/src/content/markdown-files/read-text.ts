import { readFile, stat } from 'node:fs/promises';

/** A file that is no text, or too much of it. Its message is Chinese and made for whoever imports. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/** Bytes of one text. */
export const largestText = 5 * 1024 * 1024;

/**
 * The bytes of a file and the text they are, see decodeText.
 * @throws UnreadableFile
 */
export async function readText(path: string) {
  const { size } = await stat(path);
  if (size > largestText) throw new UnreadableFile(tooLong);
  const bytes = await readFile(path);
  return { bytes, text: decodeText(bytes) };
}

/**
 * The text that bytes are: UTF-8 with or without a mark, UTF-16 with one, otherwise GB18030, which holds GBK. Line ends
 * are \n.
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
