import { type FileHandle, open } from 'node:fs/promises';
import {
  type AttachmentFamily,
  type AttachmentKind,
  bytesOfFamily,
  familyOf,
} from '@mojian/contract/core/attachment-kinds';
import { Failure } from '@mojian/contract/platform/failures';

type LocalFile = { path: string; size: number };

/**
 * Kind of a file by its content alone; nothing is unpacked.
 * @throws Failure blaming `file` for a damaged one, and for what only begins as one of these
 */
export async function readAttachmentKind(file: LocalFile): Promise<AttachmentKind> {
  const head = await withFile(file.path, (opened) => readAt(opened, 0, bytesOfFamily));
  const family = familyOf(head.toString('latin1'));
  const kind = family && (await kindIn(family, file));
  if (!kind) throw new Failure('invalid-input', '文件已损坏，或不是它看起来的那一种', 'file');
  return kind;
}

function kindIn(family: AttachmentFamily, { path, size }: LocalFile): Promise<AttachmentKind | undefined> {
  if (family === 'zip' || family === 'epub') return kindOfZip(path, family);
  return withFile(path, async (file) => {
    if (family === 'ole') return kindOfOle(file, size);
    if (family === 'mp3') return (await isMp3(file, size)) ? 'mp3' : undefined;
    return family;
  });
}

async function withFile<Result>(path: string, read: (file: FileHandle) => Promise<Result>) {
  const file = await open(path);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

/** Names in the directory of a zip that tell an office document. */
const documents = new Map<string, AttachmentKind>([
  ['word/document.xml', 'docx'],
  ['xl/workbook.xml', 'xlsx'],
  ['ppt/presentation.xml', 'pptx'],
]);
/** Entries of a zip's directory that are read. */
const mostEntries = 50_000;

/** Reads the directory at the end of a zip, entry by entry; undefined when there is none. */
async function kindOfZip(path: string, family: 'zip' | 'epub'): Promise<AttachmentKind | undefined> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false }).catch(
    () => undefined,
  );
  if (!zip) return undefined;
  try {
    let read = 0;
    for await (const entry of zip.eachEntry()) {
      const kind = documents.get(String(entry.fileName));
      if (kind && family === 'zip') return kind;
      read += 1;
      if (read >= mostEntries) break;
    }
    return family;
  } catch {
    return undefined;
  } finally {
    zip.close();
  }
}

/** Streams of a compound file that tell an office document of before 2007. */
const streams = new Map<string, AttachmentKind>([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);
/** Sectors of the directory that are read. */
const mostSectors = 256;
const entryBytes = 128;

/** Follows the directory of a compound file through its allocation table. */
async function kindOfOle(file: FileHandle, size: number): Promise<AttachmentKind | undefined> {
  const header = await readAt(file, 0, 512);
  if (header.length < 512) return undefined;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return undefined;
  const bytes = 1 << shift;
  let sector = header.readUInt32LE(48);
  for (let read = 0; read < mostSectors && (sector + 2) * bytes <= size + bytes; read++) {
    const entries = await readAt(file, (sector + 1) * bytes, bytes);
    for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
      const kind = streams.get(nameOf(entries.subarray(at, at + entryBytes)));
      if (kind) return kind;
    }
    sector = await nextSector(file, header, sector, bytes);
  }
  return undefined;
}

function nameOf(entry: Buffer) {
  const length = Math.min(64, entry.readUInt16LE(64));
  return entry.subarray(0, Math.max(0, length - 2)).toString('utf16le');
}

const noSector = 0xffffffff;

/** The header names the first 109 sectors of the table, which suffice for seven megabytes of directory before them. */
async function nextSector(file: FileHandle, header: Buffer, sector: number, bytes: number) {
  const inSector = bytes / 4;
  const place = Math.floor(sector / inSector);
  if (place >= 109) return noSector;
  const table = header.readUInt32LE(76 + place * 4);
  const entry = await readAt(file, (table + 1) * bytes + (sector % inSector) * 4, 4);
  return entry.length < 4 ? noSector : entry.readUInt32LE(0);
}

const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const rates = [11_025, 12_000, 8000];
/** Bytes behind a tag within which the first frame has to begin: some programs fill them with zeros. */
const padding = 64 * 1024;

/** Whether there are two frames of layer III in a row behind the tag. */
async function isMp3(file: FileHandle, size: number) {
  const start = await endOfTag(file);
  if (start >= size) return false;
  const bytes = await readAt(file, start, padding);
  const first = bytes.findIndex((_, at) => frameBytes(bytes, at) > 0);
  if (first < 0) return false;
  const second = first + frameBytes(bytes, first);
  return start + second >= size || frameBytes(bytes, second) > 0;
}

async function endOfTag(file: FileHandle) {
  const tag = await readAt(file, 0, 10);
  if (tag.length < 10 || tag.toString('latin1', 0, 3) !== 'ID3') return 0;
  const [a = 0, b = 0, c = 0, d = 0] = tag.subarray(6);
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127);
}

/** Length of the frame at a place; 0 where none begins. */
function frameBytes(bytes: Buffer, at: number) {
  const [sync = 0, layer = 0, third = 0] = bytes.subarray(at, at + 3);
  if (sync !== 0xff || (layer & 0xe6) !== 0xe2) return 0;
  const version = (layer >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const rate = rates[(third >> 2) & 3];
  const kilobits = bitrates[version === 3 ? 0 : 1]?.[third >> 4];
  if (version === 1 || !rate || !kilobits) return 0;
  const hertz = rate * (version === 3 ? 4 : version === 2 ? 2 : 1);
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kilobits) / hertz) + ((third >> 1) & 1);
}

async function readAt(file: FileHandle, position: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
