import { readFile, stat } from 'node:fs/promises';

/** A file that is no text, or too much of it. Its message is Chinese and made for whoever imports. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

const largest = 5 * 1024 * 1024;

/**
 * The bytes of a file and the text they are: UTF-8 with or without a mark, UTF-16 with one, otherwise GB18030, which
 * holds GBK. Line ends are \n.
 * @throws UnreadableFile
 */
export async function readText(path: string) {
  const { size } = await stat(path);
  if (size > largest) throw new UnreadableFile('文件超过 5 MB');
  const bytes = await readFile(path);
  return { bytes, text: decode(bytes).replace(/\r\n?/g, '\n') };
}

function decode(bytes: Uint8Array) {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'gb18030'];
  for (const encoding of encodings) {
    const text = tryDecode(bytes, encoding);
    if (text !== undefined && !text.includes('\0')) return text;
  }
  throw new UnreadableFile('不是文本，或编码既非 UTF-8 也非 GB18030');
}

function tryDecode(bytes: Uint8Array, encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // not this encoding
  }
}
