import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Loss, type Source, UnreadableSource } from '../../form.ts';
import { isObject } from '../fields.ts';
import type { TableRow } from '../sql-dump.ts';

const mark = /^%TYPECHO_BACKUP_(\w{4})%$/;
const markLength = 21;
const checksumLength = 32;
const largest = 32 * 1024 * 1024;
const tables = ['', 'contents', 'comments', 'metas', 'relationships', 'users', 'fields'];

export function isBackup({ head }: Source) {
  return mark.test(head.toString('latin1', 0, markLength));
}

/**
 * Reads Typecho's backup: between two marks, records of table (16 bits), length of the names and of the values (16 and
 * 32 bits, little-endian; both 16 in version FILE, where the second overflows), names with lengths as JSON, the values
 * without separators, and an MD5 of all that.
 * @throws UnreadableSource with the record at which the file ends or breaks
 */
export async function* readTypechoBackup(path: string): AsyncGenerator<TableRow | Loss> {
  const file = new ByteReader(path);
  const version = mark.exec((await file.take(markLength)).toString('latin1'))?.[1];
  for (let number = 1; ; number++) {
    const ahead = await file.peek(markLength);
    if (mark.test(ahead.toString('latin1'))) return;
    if (ahead.length === 0) {
      yield loss('结尾', '没有结束标记，备份可能不完整');
      return;
    }
    yield* readRecord(file, `第 ${number} 条`, version === 'FILE');
  }
}

async function* readRecord(file: ByteReader, place: string, isOld: boolean): AsyncGenerator<TableRow | Loss> {
  const meta = await file.take(isOld ? 6 : 8);
  const names = await file.take(meta.length < 6 ? 0 : meta.readUInt16LE(2));
  const lengths = lengthsOf(names);
  const size = [...(lengths?.values() ?? [])].reduce<number>((sum, length) => sum + (length ?? 0), 0);
  if (!lengths || size > largest || (!isOld && size !== meta.readUInt32LE(4)))
    throw new UnreadableSource(`备份在${place}断了或已损坏，后面的没有读`);
  const body = await file.take(size);
  const checksum = await file.take(checksumLength);
  if (checksum.length < checksumLength) throw new UnreadableSource(`备份在${place}断了，后面的没有读`);

  const digest = createHash('md5').update(meta).update(names).update(body).digest('hex');
  if (digest !== checksum.toString('latin1')) yield loss(place, '和校验和不符，可能改动过，照样读了');
  const table = tables[meta.readUInt16LE(0)];
  if (table) yield { kind: 'row', table, row: cellsOf(lengths, body), place };
  else yield loss(place, '是插件的数据，没有读');
}

function loss(place: string, reason: string): Loss {
  return { kind: 'loss', thing: 'Typecho 备份', place, reason };
}

function lengthsOf(names: Buffer): Map<string, number | null> | undefined {
  try {
    const value: unknown = JSON.parse(names.toString('utf8'));
    if (!isObject(value)) return undefined;
    const lengths = Object.entries(value).map(([name, length]): [string, number | null] => [name, lengthOf(length)]);
    return new Map(lengths);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function lengthOf(value: unknown) {
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new SyntaxError();
  return value;
}

function cellsOf(lengths: Map<string, number | null>, body: Buffer): TableRow['row'] {
  let at = 0;
  const cells = [...lengths].map(([name, length]): [string, string | null] => {
    if (length === null) return [name, null];
    at += length;
    return [name, body.toString('utf8', at - length, at)];
  });
  return Object.fromEntries(cells);
}

/** Takes bytes from the front of a file; fewer at its end. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#chunks = createReadStream(path, { highWaterMark: 256 * 1024 })[Symbol.asyncIterator]();
  }

  async peek(length: number) {
    const chunks: Buffer[] = [this.#waiting];
    let size = this.#waiting.length;
    while (size < length) {
      const { value, done } = await this.#chunks.next();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    if (chunks.length > 1) this.#waiting = Buffer.concat(chunks);
    return this.#waiting.subarray(0, length);
  }

  async take(length: number) {
    const bytes = await this.peek(length);
    this.#waiting = this.#waiting.subarray(bytes.length);
    return bytes;
  }
}
