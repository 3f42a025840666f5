import { storableText } from '@mojian/markdown/storable-text';
import type { IsKnown, Item, Reader, Source, SourceEntry } from './form.ts';
import { UnreadableSource } from './form.ts';
import { readers } from './readers/readers.ts';
import { headOfEntry, type OpenSource } from './source.ts';

export type Recognized = { reader: Reader; source: Source };

/** Ids of readers that take whatever is of their kind, and so are asked last. */
const lastResorts = new Set(['markdown', 'feed']);
/** Export files inside a zip, such as Ghost's JSON beside its pictures or WordPress.com's chosen. */
const exportFile = /\.(?:jsonl?|ndjson|xml|sql|sqlite3?|db|dat|data|ya?ml|artrans|rss|atom)(?:\.gz)?$/i;
const deepest = 3;
const mostExaminedFiles = 60;

/**
 * Finds the reader of a source, in it or among the files of its zip or folder.
 * @returns the reader and what to give to it, or one line of Chinese that says what the file is as far as it is
 *   understood
 */
export async function recognize(source: OpenSource, known: readonly Reader[] = readers): Promise<Recognized | string> {
  const special = known.filter(({ id }) => !lastResorts.has(id));
  const last = known.filter(({ id }) => lastResorts.has(id));
  const whole = await recognizeWhole(source, special);
  if (whole) return whole;
  const files = source.entries.filter(mayBeExport).slice(0, mostExaminedFiles);
  return (
    (await recognizeInside(source, files, special)) ??
    (await recognizeWhole(source, last)) ??
    (await recognizeInside(source, files, last)) ??
    describeUnknown(source)
  );
}

async function recognizeWhole(source: Source, known: Reader[]) {
  const reader = await findReader(known, source);
  if (!reader) return undefined;
  const name = (await reader.nameOf?.(source)) ?? reader.name;
  return { reader: { ...readingCleanly(reader), name }, source };
}

/** Entries that were not opened are losses of every system; whatever a system left in its texts, they can be stored. */
function readingCleanly(reader: Reader): Reader {
  return {
    ...reader,
    async *read(source, isKnown) {
      for (const { path, reason } of source.refused) yield storable(loss(path, reason));
      for await (const item of reader.read(source, isKnown)) yield storable(item);
    },
  };
}

/** The entry of a picture stays as it is, since it is opened by its name. */
function storable(item: Item): Item {
  return item.kind === 'picture' ? item : storableValue(item);
}

function storableValue<Value>(value: Value): Value {
  if (typeof value === 'string') return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storableValue) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storableValue(inner)])) as Value;
}

async function findReader(known: Reader[], source: Source) {
  for (const reader of known) if (await reader.recognizes(source)) return reader;
  return undefined;
}

function mayBeExport({ path, size }: SourceEntry) {
  return size > 0 && exportFile.test(path) && path.split('/').length <= deepest;
}

/** Reads all files of the first system that is found; the files of other systems are losses. */
async function recognizeInside(source: OpenSource, files: SourceEntry[], known: Reader[]) {
  const found: { reader: Reader; entry: SourceEntry }[] = [];
  for (const entry of files) {
    const { path, size } = entry;
    const asFile = { ...source, path: '', name: path, size, head: await headOfEntry(entry) };
    const reader = await findReader(known, { ...asFile, entries: [] });
    if (reader) found.push({ reader, entry });
  }
  const first = known.find((reader) => found.some((one) => one.reader === reader));
  if (!first) return undefined;
  const chosen = found.filter(({ reader }) => reader === first).map(({ entry }) => entry);
  const others = found.filter(({ reader }) => reader !== first);
  return { reader: readingCleanly(readerOfEntries(first, chosen, others, source)), source };
}

function readerOfEntries(reader: Reader, chosen: SourceEntry[], others: Found[], whole: OpenSource): Reader {
  return {
    ...reader,
    recognizes: () => true,
    async *read(_source, isKnown) {
      for (const entry of chosen) yield* readEntry({ reader, entry, isKnown }, whole);
      for (const { reader: other, entry } of others)
        yield loss(entry.path, `是${other.name}的文件，一次只读一个系统的；请单独导入它`);
      const texts = whole.entries.filter(({ path }) => ownText.test(path)).length;
      if (texts > 0)
        yield loss(`${texts} 个 Markdown 文件`, `这里按${reader.name}的导出文件读，没有读它们；请单独导入`);
    },
  };
}

/** Articles in Markdown, not the notes of programs. */
const ownText = /(?:^|\/)(?!(?:README|LICENSE|CHANGELOG)\.)[^/]+\.(?:md|markdown|mdx)$/i;

type Found = { reader: Reader; entry: SourceEntry };
type Part = Found & { isKnown: IsKnown | undefined };

/** Reads one file of a source; a damaged one does not stop the following ones. */
async function* readEntry({ reader, entry, isKnown }: Part, whole: OpenSource): AsyncGenerator<Item> {
  try {
    const { path, size, head, name } = await whole.unpack(entry);
    yield* reader.read({ ...whole, path, size, head, name }, isKnown);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    yield loss(entry.path, error.message);
  }
}

function loss(place: string, reason: string): Item {
  return { kind: 'loss', thing: '文件', place, reason };
}

/** Signatures of files that are often taken for an export. */
const signatures: [RegExp, string][] = [
  [/^Rar!|^7z\xbc\xaf/, '是 RAR 或 7z 压缩包；请解开，再打成 zip'],
  [/^%PDF-/, '是 PDF'],
  [/^SQLite format 3\0/, '是 SQLite 数据库，里面没有认得的表'],
  [/^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF)/, '是图片'],
  [/^\s*(?:<!doctype html|<html)/i, '是网页；请从原来的后台导出'],
  [/^\s*<\?xml|^\s*<[a-z]/i, '是 XML'],
  [/^\s*[{[]/, '是 JSON'],
  [/^(?:--|\/\*|SET |CREATE |INSERT )/i, '是数据库导出的 SQL，里面没有认得的表'],
];

function describeUnknown({ head, entries, size, name, refused: [refused] }: Source): string {
  const unknown = '认不出这是什么文件';
  if (entries.length === 0 && refused) return `${unknown}：里面的「${refused.path.slice(0, 60)}」，${refused.reason}`;
  if (entries.length > 0) {
    const few = entries.slice(0, 5).map(({ path }) => path.slice(0, 60));
    return `${unknown}：里面有 ${entries.length} 个文件，没有一个认得，如 ${few.join('、')}`;
  }
  if (size === 0) return `「${name}」是空的`;
  const text = head
    .subarray(0, 4096)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const meant = signatures.find(([signature]) => signature.test(text))?.[1];
  if (meant === '是 JSON') return `${unknown}：${describeJson(head)}`;
  if (meant === '是 XML') return `${unknown}：${describeXml(head)}`;
  return meant ? `${unknown}：${meant}` : unknown;
}

function describeJson(head: Buffer) {
  const names = [
    ...head
      .subarray(0, 8192)
      .toString('utf8')
      .matchAll(/"([^"\\\n]{1,40})"\s*:/g),
  ].map(([, name]) => name);
  const few = [...new Set(names)].slice(0, 6);
  return few.length > 0 ? `是 JSON，里面有 ${few.join('、')}` : '是 JSON，里面没有认得的名字';
}

function describeXml(head: Buffer) {
  const root = /<([A-Za-z][\w:.-]{0,40})[\s>/]/.exec(head.subarray(0, 8192).toString('utf8'))?.[1];
  return root ? `是 XML，最外层是 ${root}` : '是 XML';
}
