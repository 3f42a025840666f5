import { posix } from 'node:path';
import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { isFailure } from '@mojian/contract/platform/failures';
import { shortened } from '@mojian/contract/platform/format';
import { longestArticle } from '@mojian/contract/platform/rules';
import { pictureUrlsIn, readPictureAddress } from '@mojian/foreign-files/markdown/pictures';
import { fileRefused, openZip, type Packed } from '@mojian/foreign-files/open-zip';
import { decodeText, largestText, UnreadableFile } from '@mojian/foreign-files/read-text';
import { receivePicture } from '../../core/uploads/uploads.ts';
import type { Db } from '../../platform/db/schema.ts';
import { requireFewMarks } from '../../platform/http/bodies.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { keyOfAddress, type Storage } from '../../platform/storage/storage.ts';
import { askText } from '../text/ask-text.ts';
import { inTextTurn, ownerOf } from '../text/text-turns.ts';
import { requireWriter } from './drafts.ts';

/**
 * Reads a Markdown file or a zip with one: plain Markdown, front matter, pictures stored as the member's uploads;
 * nothing else is written.
 * @throws Failure blaming `file` when unreadable; not-allowed for members who may not write
 */
export async function readMarkdownFile(deps: Deps, viewer: Viewer, file: UploadedFile): Promise<MarkdownFile> {
  await requireWriter(deps.db, viewer);
  const document = await findDocument(file);
  const { text, path } = document;
  const owner = ownerOf(viewer);
  const read = await inTextTurn(owner, () => askText('readDocument', { text, path }, 'file'));
  if (read.markdown.length > longestArticle)
    throw fileRefused(`正文超过 ${longestArticle / 10_000} 万字，请分成几篇`, 'too-large');

  const { taken, warnings: lost } = await takePictures(deps, viewer, document, read.pictures);
  const place = () => inTextTurn(owner, () => askText('readDocument', { text, path, taken }, 'file'));
  const placed = taken.size > 0 ? await place() : read;
  const cover = taken.get(read.cover);
  return {
    name: file.name,
    found: { ...read.found, ...(cover && { cover }), markdown: placed.markdown },
    pictures: new Set(taken.values()).size,
    warnings: [...read.warnings, ...lost],
  };
}

/** The text and the files sent with it; `path` is its place among them. */
type Document = { path: string; text: string; files: Packed[] };

const isMarkdown = /\.(?:md|markdown)$/i;
/** System files, and notes to whoever opens the zip. */
const aside = /(?:^|\/)(?:__MACOSX|\.[^/]*)(?:\/|$)|(?:^|\/)(?:README|LICENSE|CHANGELOG)\.\w+$/i;

/** @throws Failure blaming `file` unless it is a Markdown or text file, or a zip with one */
async function findDocument({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<Document> {
  const path = name.replace(/^.*[/\\]/, '');
  if (/\.zip$/i.test(path)) return inZip(await openZip(bytes));
  if (!/\.(?:md|markdown|txt)$/i.test(path))
    throw fileRefused('只能导入 .md、.markdown、.txt 文件，或装着它们的 .zip', 'wrong-type');
  return { path, text: textOf(bytes), files: [] };
}

async function inZip(files: Packed[]): Promise<Document> {
  const [document, ...others] = choose(files);
  if (!document) throw fileRefused('压缩包里没有 Markdown 文件');
  if (others.length > 0) throw fileRefused(`压缩包里有 ${others.length + 1} 个 Markdown 文件，一次只能导入一篇`);
  // Declared size; unpacking enforces it.
  if (document.size > largestText) throw fileRefused('文件超过 5 MB', 'wrong-type');
  return { path: document.path, text: textOf(await document.read()), files };
}

/** READMEs and plain texts count only when there is nothing else. */
function choose(files: Packed[]) {
  const seen = files.filter(({ path }) => !/(?:^|\/)(?:__MACOSX\/|\._)/.test(path));
  const texts = [
    seen.filter(({ path }) => isMarkdown.test(path) && !aside.test(path)),
    seen.filter(({ path }) => isMarkdown.test(path)),
    seen.filter(({ path }) => /\.txt$/i.test(path) && !aside.test(path)),
  ];
  return texts.find(({ length }) => length > 0) ?? [];
}

function textOf(bytes: Uint8Array) {
  try {
    const text = decodeText(bytes);
    requireFewMarks(text, 'file');
    return text;
  } catch (error) {
    throw error instanceof UnreadableFile ? fileRefused(error.message, 'wrong-type') : error;
  }
}

export type Deps = { db: Db; storage: Storage };

/** Milliseconds, below the client's timeout; pictures not stored by then become warnings. */
const timeoutMs = 45_000;
const warnedAtMost = 10;
const largestPicture = 20 * 1024 * 1024;

/**
 * Stores the pictures a text shows.
 * @returns new addresses by old ones, and warnings
 */
async function takePictures(deps: Deps, viewer: Viewer, document: Document, addresses: string[]) {
  const until = Date.now() + timeoutMs;
  const taken = new Map<string, string>();
  const lost: string[] = [];
  let remote = 0;
  for (const address of addresses) {
    if (keyOfAddress(address)) continue; // stored on this site already
    const found = Date.now() < until ? await findPicture(address, document) : '处理超时，请另外上传';
    if (found === 'remote') remote++;
    else if (typeof found === 'string') lost.push(`图片 ${shortened(address, 80)}：${found}`);
    else await storePicture(deps, viewer, found, address, { taken, lost });
  }
  return { taken, warnings: [...firstWarnings(lost), ...remoteWarning(remote)] };
}

type Results = { taken: Map<string, string>; lost: string[] };

async function storePicture(deps: Deps, viewer: Viewer, bytes: Uint8Array, address: string, { taken, lost }: Results) {
  try {
    taken.set(address, (await receivePicture(deps, viewer, bytes)).url);
  } catch (error) {
    if (!isFailure(error)) throw error;
    lost.push(`图片 ${shortened(address, 80)}：${error.message}`);
  }
}

/** Returns the bytes, or the reason why there are none. */
async function findPicture(address: string, { path, files }: Document): Promise<Uint8Array | string> {
  const meant = readPictureAddress(address.replace(/^file:\/+/i, '/'));
  if (meant.kind === 'bytes') return meant.bytes;
  if (meant.kind === 'remote') return 'remote';
  if (meant.kind === 'none') return meant.reason;
  const places = pictureUrlsIn(meant.path, path).map((place) => place.normalize('NFC'));
  const packed =
    places.map((place) => files.find((file) => file.path === place)).find(Boolean) ?? namesake(meant.path, files);
  if (!packed) return files.length > 0 ? '压缩包里没有这张图片' : '不在文件里，请另外上传';
  // Declared size; unpacking enforces it.
  return packed.size > largestPicture ? '图片过大，请不要超过 20 MB' : packed.read();
}

/** Finds the only picture of that name anywhere: note apps omit folders, Windows writes absolute paths. */
function namesake(path: string, files: Document['files']) {
  const name = posix.basename(path).normalize('NFC').toLowerCase();
  const same = files.filter((file) => posix.basename(file.path).toLowerCase() === name);
  return same.length === 1 ? same[0] : undefined;
}

function firstWarnings(lost: string[]) {
  if (lost.length <= warnedAtMost) return lost;
  return [...lost.slice(0, warnedAtMost), `还有 ${lost.length - warnedAtMost} 张图片没有导入`];
}

function remoteWarning(count: number) {
  return count > 0 ? [`${count} 张图片在别的网站，没有导入；读者的浏览器不会去那里取`] : [];
}
