import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isFailure } from '@mojian/contract/platform/failures';
import { fileRefused, openZipAt } from '@mojian/foreign-files/open-zip';
import { type Source, type SourceEntry, UnreadableSource } from './form.ts';
import { isTar, openTar } from './open-tar.ts';

/** A source with its temporary files, which `close` removes. */
export type OpenSource = Source & {
  /** Writes an entry to a temporary file, because readers of one file read it by its path. */
  unpack: (entry: SourceEntry) => Promise<Source>;
  close: () => Promise<void>;
};

const megabyte = 1024 * 1024;
const headBytes = 64 * 1024;
const limits = { entries: 200_000, megabytes: 16 * 1024 };
/** Unpacking stops here, whatever size a compressed file declares. */
const mostUnpacked = 4 * 1024 * megabyte;
const mostInMemory = 64 * megabyte;
/** System files, packages and hidden files, but for those that tell which system a folder is of, and its pictures. */
const ignored =
  /(?:^|\/)(?:__MACOSX|node_modules|\.(?!(?:vuepress|vitepress|obsidian)(?:\/|$))[^/]*|Thumbs\.db|desktop\.ini)(?:\/|$)|\.(?:vuepress|vitepress)\/(?:dist|cache)(?:\/|$)/i;

type Options = {
  /** Name given by the uploader. */
  name?: string;
  /** Folder in which files are unpacked. */
  folder?: string;
  /** Refuses to unpack so many more bytes where the site needs the room. @throws Failure */
  requireRoom?: RequireRoom;
};
type RequireRoom = (folder: string, bytes: number) => Promise<void>;

/**
 * Opens a file, a zip or a folder; `.gz` and UTF-16 files are rewritten as plain UTF-8 ones, temporarily in `folder`.
 * @throws UnreadableSource in Chinese when it is missing, damaged, encrypted or a bomb; errors of a disk that is full
 */
export async function openSource(
  path: string,
  { name = basename(path), folder = tmpdir(), requireRoom = async () => {} }: Options = {},
): Promise<OpenSource> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UnreadableSource(`没有这个文件：${name}`);
  const temporary = createTemporary(folder, requireRoom);
  try {
    if (found.isDirectory()) return { ...(await openFolder(path, name)), ...temporary };
    const plain = await toPlain({ path, name }, temporary.write);
    if (isTar(plain.head)) return { ...plain, ...temporary, ...(await openTarFile(plain.path)) };
    if (!isZip(plain.head)) return { ...plain, ...temporary };
    return { ...plain, ...temporary, ...(await openZips(plain.path, temporary)) };
  } catch (error) {
    await temporary.close();
    throw isFailure(error) ? new UnreadableSource(error.message) : error;
  }
}

async function openTarFile(path: string) {
  const { entries, refused } = await openTar(path);
  return {
    entries: withoutCommonFolder(entries.filter((entry) => !ignored.test(entry.path)).map(boundedRead)),
    refused,
  };
}

type Contents = Pick<Source, 'entries' | 'refused'>;

const mostZips = 50;

/** Opens a zip; one that holds nothing but zips, as Notion zips large exports, is opened with its zips. */
async function openZips(path: string, temporary: ReturnType<typeof createTemporary>): Promise<Contents> {
  const outer = await openZipFile(path, temporary.onClose);
  const zips = outer.entries.filter((entry) => /\.zip$/i.test(entry.path));
  const isParted = zips.length > 0 && outer.entries.every((entry) => /\.(?:zip|html?|txt)$/i.test(entry.path));
  if (!isParted || zips.length > mostZips) return { ...outer, entries: withoutCommonFolder(outer.entries) };
  const entries = new Map<string, SourceEntry>();
  const refused = [...outer.refused];
  for (const part of zips) {
    const inner = await openZipFile((await temporary.unpack(part)).path, temporary.onClose);
    for (const entry of inner.entries) if (!entries.has(entry.path)) entries.set(entry.path, entry);
    refused.push(...inner.refused);
  }
  return { entries: withoutCommonFolder([...entries.values()]), refused };
}

async function openZipFile(path: string, onClose: (close: () => void) => void): Promise<Contents> {
  const refused: Source['refused'] = [];
  const { files, close } = await openZipAt(path, limits, (place, reason) => refused.push({ path: place, reason }));
  onClose(close);
  return { entries: files.filter((file) => !ignored.test(file.path)).map(boundedRead), refused };
}

function boundedRead(entry: SourceEntry): SourceEntry {
  const read = async () => {
    if (entry.size > mostInMemory) throw fileRefused(`「${entry.path.slice(0, 80)}」超过 64 MB`, 'too-large');
    return entry.read();
  };
  return { ...entry, read };
}

/** Takes away the folder that contains everything, so that `blog-main/source/…` is `source/…`. */
function withoutCommonFolder(entries: SourceEntry[]): SourceEntry[] {
  const [first] = entries;
  const folder = first?.path.slice(0, first.path.indexOf('/') + 1) ?? '';
  // Jekyll's posts and Hexo's drafts say by their folder what they are.
  if (folder === '' || /^(?:_\w+|source|content|docs|posts|data|workdir)\/$/i.test(folder)) return entries;
  if (!entries.every(({ path }) => path.startsWith(folder))) return entries;
  return withoutCommonFolder(entries.map((entry) => ({ ...entry, path: entry.path.slice(folder.length) })));
}

async function openFolder(path: string, name: string): Promise<Source> {
  const folder = await realpath(path);
  const refused: Source['refused'] = [];
  const entries = await listFolder(folder, '', refused);
  return { path: folder, name, size: 0, head: Buffer.alloc(0), entries, refused };
}

async function listFolder(folder: string, below: string, refused: Source['refused']): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for (const found of (await readdir(join(folder, below), { withFileTypes: true })).sort(byName)) {
    const path = below + found.name;
    if (ignored.test(path)) continue;
    try {
      if (found.isSymbolicLink()) refused.push({ path, reason: '符号链接，没有跟进' });
      else if (found.isDirectory()) entries.push(...(await listFolder(folder, `${path}/`, refused)));
      else if (found.isFile()) entries.push(await fileEntry(join(folder, path), path));
    } catch (error) {
      refused.push({ path, reason: whyUnreadable(error) });
    }
  }
  return entries;
}

const unreadable: Record<string, string> = {
  EACCES: '没有权限读',
  EPERM: '没有权限读',
  ENOENT: '文件已经不在了',
  EIO: '硬盘读不出来',
};

/** Reason in Chinese for a file that cannot be read. @throws what is no fault of the file */
function whyUnreadable(error: unknown) {
  const reason = unreadable[(error as NodeJS.ErrnoException).code ?? ''];
  if (reason === undefined) throw error;
  return reason;
}

function byName(one: { name: string }, other: { name: string }) {
  return one.name < other.name ? -1 : 1;
}

async function fileEntry(file: string, path: string): Promise<SourceEntry> {
  const { size, mtimeMs } = await stat(file);
  const refuse = (error: unknown) => {
    throw fileRefused(`「${path.slice(0, 80)}」${whyUnreadable(error)}`);
  };
  return boundedRead({
    path: path.normalize('NFC'),
    size,
    modifiedAt: Math.floor(mtimeMs),
    read: () => readFile(file).catch(refuse),
    open: async () => (await open(file).catch(refuse)).createReadStream(),
  });
}

/** Beginning of the names of folders that hold what was unpacked. */
export const temporaryPrefix = 'mojian-source-';

function createTemporary(parent: string, requireRoom: RequireRoom) {
  let folder: Promise<string> | undefined;
  let count = 0;
  const closing: (() => void)[] = [];
  const write: Write = async (name, ...steps) => {
    folder ??= mkdtemp(join(parent, temporaryPrefix));
    const path = join(await folder, `${count++}${extname(name).slice(0, 10)}`);
    await writeBounded({ path, requireRoom }, ...steps);
    return path;
  };
  return {
    write,
    onClose: (close: () => void) => {
      closing.push(close);
    },
    unpack: async (entry: SourceEntry) => {
      await requireRoom(parent, entry.size);
      const path = await write(entry.path, await entry.open());
      return toPlain({ path, name: basename(entry.path) }, write);
    },
    close: async () => {
      for (const close of closing.splice(0)) close();
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

type NamedFile = { path: string; name: string };
/** Writes a stream to a temporary file, and returns its path. */
type Write = (name: string, ...steps: (Readable | Transform)[]) => Promise<string>;

const mostLayers = 5;

/** Unpacks `.gz` and rewrites UTF-16, until a plain file is left. */
async function toPlain({ path, name }: NamedFile, write: Write, layer = 0): Promise<Source> {
  if (layer > mostLayers) throw new UnreadableSource('压缩包一层套一层，套得太多，没有打开');
  const head = await headOf(path);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const inner = name.replace(/\.gz$/i, '');
    const target = await write(inner, createReadStream(path), createGunzip());
    return toPlain({ path: target, name: inner }, write, layer + 1);
  }
  const encoding = utf16Of(head);
  if (encoding) {
    const target = await write(name, createReadStream(path), toUtf8(encoding));
    return toPlain({ path: target, name }, write, layer + 1);
  }
  return { path, name, size: (await stat(path)).size, head, entries: [], refused: [] };
}

function utf16Of(head: Buffer) {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
}

function toUtf8(encoding: string) {
  const decoder = new TextDecoder(encoding);
  return new Transform({
    transform: (chunk, _encoding, done) => done(null, Buffer.from(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, Buffer.from(decoder.decode())),
  });
}

type Target = { path: string; requireRoom: RequireRoom };

/** Bytes after which a stream of unknown length asks for room, and for how much: the site writes on the same disk. */
const [asksEvery, roomFor] = [16 * megabyte, 64 * megabyte];

/** @throws UnreadableSource for a damaged or endless stream; Failure without room; what the disk says to a write */
async function writeBounded({ path, requireRoom }: Target, ...steps: (Readable | Transform)[]) {
  let bytes = 0;
  let asksAt = asksEvery;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostUnpacked) return done(new UnreadableSource('解开后超过 4 GB，没有打开'));
      if (bytes < asksAt) return done(null, chunk);
      asksAt = bytes + asksEvery;
      requireRoom(dirname(path), roomFor).then(() => done(null, chunk), done);
    },
  });
  await pipeline([...steps, counted, createWriteStream(path, { mode: 0o600 })]).catch((error) => {
    const isOfTheFile = !(error instanceof UnreadableSource || isFailure(error) || error.syscall === 'write');
    throw isOfTheFile ? new UnreadableSource('压缩的文件不完整，解到一半就断了') : error;
  });
}

async function headOf(path: string) {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return Buffer.from(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function isZip(head: Buffer) {
  return (
    head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) ||
    head.subarray(0, 4).equals(Buffer.from('PK\u0005\u0006'))
  );
}

/** Reads the beginning of an entry without the rest. */
export async function headOfEntry(entry: SourceEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of await entry.open()) {
      chunks.push(part);
      size += part.length;
      if (size >= headBytes) break;
    }
  } catch {
    return Buffer.alloc(0); // damaged entries are reported when they are read
  }
  return Buffer.concat(chunks).subarray(0, headBytes);
}
