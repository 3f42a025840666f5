import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { fromLine, type Row } from '../../platform/db/copies/snapshot.ts';
import { knownSteps, unknownSteps } from '../../platform/db/migrate.ts';
import { isFormer } from '../../platform/db/migrations/former.ts';
import { unusable } from './errors.ts';
import {
  entryNames,
  type FileLine,
  fileShape,
  format,
  type Manifest,
  type ManifestTable,
  manifestShape,
} from './manifest.ts';
import { type BackupZip, openBackupZip } from './open-zip.ts';

export type Backup = {
  manifest: Manifest;
  /** Size of the zip. */
  bytes: number;
  /** Rows of a table, verified against the manifest at the end. */
  rows(table: ManifestTable): AsyncGenerator<Row[]>;
  /**
   * Files, verified against the listing, and the listing against the manifest. `content` throws at its end if it is damaged;
   * what its reader left is read then.
   */
  files(): AsyncGenerator<{ key: string; content: AsyncIterable<Uint8Array> }>;
  close(): void;
};

/**
 * Opens a backup this version can restore; contents are verified while reading.
 * @throws Failure in Chinese for one broken, foreign, hostile, or too new
 */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await openBackupZip(path);
  try {
    const manifest = readable(await zip.manifest());
    requireEntries(zip, manifest);
    const { size } = await stat(path);
    return {
      manifest,
      bytes: size,
      rows: (table) => rowsOf(zip, table),
      files: () => filesOf(zip, manifest),
      close: zip.close,
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function readable(said: unknown): Manifest {
  const product = (said as { product?: unknown } | null)?.product;
  if (product !== 'mojian') throw unusable('不是墨笺的备份');
  if (Number((said as { format?: unknown }).format) > format) throw unusable('它来自更新的版本，请先升级墨笺');
  const { data, error } = manifestShape.safeParse(said);
  if (!data) throw unusable(`manifest.json 的 ${error.issues[0]?.path.join('.')} 不对`);

  const unknown = unknownSteps(data.steps);
  if (isFormer(data.steps)) {
    if (unknown.length > 0) throw unusable('它来自 0.2.0 以前，或者一个没有发布过的版本');
    return data;
  }
  if (unknown.length > 0) throw unusable(`它来自更新的版本（${unknown.join('、')}），请先升级墨笺`);
  if (data.steps.some((step, at) => step !== knownSteps[at])) throw unusable('表结构的版本不成序列');
  return data;
}

function requireEntries(zip: BackupZip, { tables, files }: Manifest) {
  for (const { name, bytes } of tables) {
    const entry = entryNames.rows(name);
    if (!zip.has(entry)) throw unusable(`缺少 ${entry}`);
    if (zip.sizeOf(entry) !== bytes) throw unusable(`${entry} 的大小与清单不合`);
  }
  if (!zip.has(entryNames.listing)) throw unusable(`缺少 ${entryNames.listing}`);
  if (zip.files !== files.count) throw unusable(`图片应有 ${files.count} 个，里面是 ${zip.files} 个`);
}

async function* rowsOf(zip: BackupZip, { name, columns, rows: wanted, sha256 }: ManifestTable) {
  const damaged = () => unusable(`${entryNames.rows(name)} 损坏`);
  const hash = createHash('sha256');
  let found = 0;
  for await (const lines of readLines(await zip.read(entryNames.rows(name)))) {
    const rows: Row[] = [];
    for (const line of lines) {
      hash.update(`${line}\n`);
      const row = fromLine(line, columns.length);
      if (!row) throw damaged();
      rows.push(row);
    }
    found += rows.length;
    yield rows;
  }
  if (found !== wanted || hash.digest('hex') !== sha256) throw damaged();
}

async function* filesOf(zip: BackupZip, { files }: Manifest) {
  const listing = listingOf(zip, files.listing);
  for await (const { key, content } of zip.eachFile()) {
    const { value: line, done } = await listing.next();
    if (done || line.key !== key) throw unusable(`${entryNames.file(key)} 不在清单上`);
    const verified = verify(content, line);
    yield { key, content: verified };
    for await (const _ of verified); // for those that only check
  }
  if (!(await listing.next()).done) throw unusable('有图片不在里面');
}

async function* verify(content: AsyncIterable<Uint8Array>, { key, sha256 }: FileLine) {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw unusable(`${entryNames.file(key)} 损坏`);
}

async function* listingOf(zip: BackupZip, { sha256 }: { sha256: string }): AsyncGenerator<FileLine, void> {
  const hash = createHash('sha256');
  const damaged = () => unusable(`${entryNames.listing} 损坏`);
  for await (const lines of readLines(await zip.read(entryNames.listing)))
    for (const line of lines) {
      hash.update(`${line}\n`);
      yield readFileLine(line, damaged);
    }
  if (hash.digest('hex') !== sha256) throw damaged();
}

function readFileLine(line: string, damaged: () => Error) {
  try {
    return fileShape.parse(JSON.parse(line));
  } catch {
    throw damaged();
  }
}

/** Far above any row: articles end at 5 MB. */
const longestLine = 64 * 1024 * 1024;
const linesAtOnce = 500;
const charactersAtOnce = 256 * 1024;

/** Batches lines; rejects a line that would exhaust memory. */
async function* readLines(stream: Readable): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines: string[] = [];
  let characters = 0;
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    const [first = '', ...rest] = decode(decoder, chunk).split('\n');
    begun.push(first);
    length += first.length;
    if (length > longestLine) throw unusable('有一行过长');
    for (const part of rest) {
      lines.push(begun.join(''));
      characters += length;
      begun = [part];
      length = part.length;
    }
    if (lines.length < linesAtOnce && characters < charactersAtOnce) continue;
    yield lines;
    lines = [];
    characters = 0;
  }
  if (length > 0) throw unusable('最后一行不完整');
  if (lines.length > 0) yield lines;
}

function decode(decoder: TextDecoder, chunk: Uint8Array) {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw unusable('里面的文字不是 UTF-8');
  }
}
