import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Source, type SourceEntry, UnreadableSource } from './form.ts';

const block = 512;
const mostEntries = 200_000;
const longestName = 4096;

type Header = { path: string; size: number; modifiedAt: number; type: string; next: number };
type LongName = { path?: string | undefined };

export function isTar(head: Buffer) {
  return head.subarray(257, 262).toString('latin1') === 'ustar';
}

/**
 * Lists the files of a tar archive such as a `.lakebook`, to be read from their place in it. Links and paths outside are
 * left out.
 * @throws UnreadableSource when it ends within an entry
 */
export async function openTar(file: string): Promise<Pick<Source, 'entries' | 'refused'>> {
  const handle = await open(file);
  const entries = new Map<string, SourceEntry>();
  const refused: Source['refused'] = [];
  const readAt = async (position: number, length: number) => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  try {
    const { size } = await handle.stat();
    const long: LongName = {};
    for (let at = 0; at + block <= size && entries.size < mostEntries; ) {
      const header = readHeader(await readAt(at, block), at);
      if (!header) break;
      if (at + block + header.size > size) throw new UnreadableSource(`压缩包在「${header.path.slice(0, 80)}」处断了`);
      if (/[xL]/.test(header.type))
        readLongName(await readAt(at + block, Math.min(header.size, longestName)), header.type, long);
      else addEntry({ ...header, path: long.path ?? header.path }, at + block, { file, entries, refused });
      if (!/[xLg]/.test(header.type)) long.path = undefined;
      at = header.next;
    }
  } finally {
    await handle.close();
  }
  return { entries: [...entries.values()], refused };
}

function readHeader(bytes: Buffer, at: number): Header | undefined {
  const name = textAt(bytes, 0, 100);
  if (name === '') return undefined; // two empty blocks end the archive
  const size = Number.parseInt(textAt(bytes, 124, 12).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new UnreadableSource(`压缩包第 ${at} 个字节处读不懂`);
  const prefix = textAt(bytes, 345, 155);
  return {
    path: prefix ? `${prefix}/${name}` : name,
    size,
    modifiedAt: (Number.parseInt(textAt(bytes, 136, 12).trim(), 8) || 0) * 1000,
    type: textAt(bytes, 156, 1) || '0',
    next: at + block + Math.ceil(size / block) * block,
  };
}

function textAt(bytes: Buffer, start: number, length: number) {
  return (
    bytes
      .subarray(start, start + length)
      .toString('utf8')
      .split('\0', 1)[0] ?? ''
  );
}

function readLongName(bytes: Buffer, type: string, long: LongName) {
  const written = bytes.toString('utf8');
  const path = type === 'L' ? written.split('\0', 1)[0] : /^\d+ path=([^\n]*)$/m.exec(written)?.[1];
  if (path) long.path = path;
}

type Target = { file: string; entries: Map<string, SourceEntry>; refused: Source['refused'] };

function addEntry(
  { path: written, size, modifiedAt, type }: Header,
  start: number,
  { file, entries, refused }: Target,
) {
  const path = written.replace(/^(?:\.\/)+/, '').normalize('NFC');
  if (type === '5' || path.endsWith('/')) return;
  if (path.startsWith('/') || path.split('/').includes('..')) refused.push({ path, reason: '指向外面的路径' });
  else if (!/[0\s]/.test(type)) refused.push({ path, reason: '不是普通文件' });
  else {
    const openRange = () => createReadStream(file, { start, end: start + size - 1 });
    const opened = async () => (size === 0 ? Readable.from([]) : openRange());
    const read = async () => Buffer.concat(size === 0 ? [] : await openRange().toArray());
    entries.set(path, { path, size, modifiedAt, read, open: opened });
  }
}
