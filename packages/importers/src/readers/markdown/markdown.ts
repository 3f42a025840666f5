import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { BrokenFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { hashPicture, pictureUrlsIn, readPictureAddress } from '@mojian/foreign-files/markdown/pictures';
import { largestText, UnreadableFile } from '@mojian/foreign-files/read-text';
import { type Item, type Loss, type Reader, type Source, type SourceEntry, UnreadableSource } from '../../form.ts';
import { findEntry, findOnlyNamed } from '../find-entry.ts';
import { belowFolder } from './address-tokens.ts';
import { firstCommits } from './dates.ts';
import type { ArticlePlace, FolderSystem } from './folder.ts';
import { readFriendLinks } from './friend-links.ts';
import { branchesOf } from './lists.ts';
import { unreadTexts } from './other-formats.ts';
import { surveyFiles } from './overview.ts';
import { readMarkdown } from './read-file.ts';
import { createReferences } from './references.ts';
import { findSystem, isMarkdown, placeOf } from './system.ts';

/** Markdown files of Hexo, Hugo, Jekyll, VitePress or none of them: a folder, a zip, or one file. */
export const markdown: Reader = {
  id: 'markdown',
  name: 'Markdown',
  nameOf: async (source) => (source.entries.length > 0 ? (await findSystem(source)).name : 'Markdown'),
  recognizes: ({ name, entries, head }) =>
    entries.some(({ path }) => isMarkdown.test(path)) ||
    (entries.length === 0 && head.length > 0 && isMarkdown.test(name) && !head.subarray(0, 4096).includes(0)),
  read,
  findPicture,
  whyNoPicture,
};

async function* read(source: Source): AsyncGenerator<Item> {
  const system = await findSystem(source);
  const { files, others } = sortFiles(filesOf(source), system);
  publicFolders.set(source.entries, system.publicFolders);
  const overview = await surveyFiles(files, system, ({ entry }) => readBounded(entry));
  let commits: Promise<Map<string, number>> | undefined;
  const context = {
    system,
    overview,
    references: createReferences(files, overview),
    committedAt: async (key: string) => {
      if (source.head.length > 0) return undefined; // a zip or one file has no history
      commits ??= firstCommits(source.path);
      return (await commits).get(key);
    },
    hashOfPicture: (address: string, base: string) => hashOfEntry(findPicture(source, address, base)),
  };
  yield { kind: 'site', url: system.url, title: system.title };
  const sections = collectSections(system);
  for (const link of await readFriendLinks(source, system)) yield { kind: 'link', key: link.url, ...link };
  for (const { key, reason } of others) yield loss(key, reason);
  yield* unreadTexts(source, system);
  for (const { key, entry, place } of files) {
    try {
      const bytes = await readBounded(entry);
      const read = await readMarkdown({ key, place, modifiedAt: entry.modifiedAt, bytes }, context);
      if ('skipped' in read) yield loss(key, read.skipped);
      else {
        for (const link of read.friends) yield { kind: 'link', key: link.url, ...link };
        yield read.article;
        sections.add(read.fields.categories ?? read.fields.category, read.article.tags);
      }
    } catch (error) {
      yield loss(key, reasonOf(error));
    }
  }
  yield* sections.items();
}

const largestPicture = 20 * 1024 * 1024;

/** Undefined for a picture that is missing, broken or too large to be taken. */
async function hashOfEntry(entry: SourceEntry | undefined) {
  if (!entry || entry.size > largestPicture) return undefined;
  return entry.read().then(hashPicture, () => undefined);
}

function filesOf(source: Source) {
  const files = source.entries.filter(({ path }) => isMarkdown.test(path)).map((entry) => ({ key: entry.path, entry }));
  if (source.entries.length > 0) return files.sort((one, other) => (one.key < other.key ? -1 : 1));
  return [{ key: source.name.replace(/^.*[/\\]/, ''), entry: onlyFile(source) }];
}

type Files = ReturnType<typeof filesOf>;

/** Parts what the system publishes from what lies beside it. */
function sortFiles(all: Files, system: FolderSystem) {
  const files: (Files[number] & { place: ArticlePlace })[] = [];
  const others: { key: string; reason: string }[] = [];
  for (const file of all) {
    const place = placeOf(system, file.key);
    if (place.is === 'nothing') others.push({ key: file.key, reason: place.reason });
    else files.push({ ...file, place });
  }
  return { files, others };
}

function onlyFile({ path, name, size }: Source): SourceEntry {
  const modifiedAt = Date.now(); // an upload has no time of its own
  return { path: name, size, modifiedAt, read: () => readFile(path), open: async () => createReadStream(path) };
}

async function readBounded(entry: SourceEntry) {
  // Declared size; unpacking enforces it.
  if (entry.size > largestText) throw new UnreadableFile('文件超过 5 MB');
  return entry.read();
}

/** A fault of the file itself; others stop the reading. */
function reasonOf(error: unknown) {
  const isTheFiles =
    error instanceof UnreadableFile || error instanceof BrokenFrontMatter || error instanceof UnreadableSource;
  if (isTheFiles) return error.message;
  if (error instanceof Error && error.name === 'Failure') return error.message;
  throw error;
}

function loss(place: string, reason: string): Loss {
  return { kind: 'loss', thing: '文件', place, reason };
}

/** Categories and tags of all articles, for the addresses of their lists. */
function collectSections({ tool, base, listAddresses }: FolderSystem) {
  const categories = new Map<string, { name: string; parent: string | null; path: string }>();
  const tags = new Set<string>();
  const addressesOf = (kind: 'category' | 'tag', path: string) => belowFolder(listAddresses?.(kind, path) ?? [], base);
  return {
    add: (written: unknown, articleTags: string[]) => {
      for (const branch of branchesOf([written].flat(1), tool))
        if (!categories.has(branch.name)) categories.set(branch.name, branch);
      for (const tag of articleTags) tags.add(tag);
    },
    *items(): Generator<Item> {
      if (!listAddresses) return;
      for (const { name, parent, path } of categories.values())
        yield { kind: 'category', key: name, name, parent, intro: '', addresses: addressesOf('category', path) };
      for (const name of tags) yield { kind: 'tag', key: name, name, addresses: addressesOf('tag', name) };
    },
  };
}

/** Folders that the system of a source publishes as they are, known once it was read. */
const publicFolders = new WeakMap<SourceEntry[], string[]>();

const isPicture = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/**
 * Looks beside the file, in its folder of the same name and in the static folders, then for the only picture of that
 * name.
 */
function findPicture(source: Source, address: string, base: string): SourceEntry | undefined {
  const meant = readPictureAddress(address.replace(/^file:\/+/i, '/'));
  if (meant.kind !== 'path') return undefined;
  const folders = publicFolders.get(source.entries) ?? [];
  const published = folders.map((folder) => folder + meant.path.replace(/^\/+/, ''));
  const found = findEntry(source, [...pictureUrlsIn(meant.path, base.replace(/^\//, '')), ...published]);
  const mayBeElsewhere = isPicture.test(meant.path) && !meant.path.includes('..');
  return found ?? (mayBeElsewhere ? findOnlyNamed(source, meant.path) : undefined);
}

/** A picture may be outside of what is imported, by its path or as a link, which is not followed. */
function whyNoPicture({ refused }: Source, address: string, base: string) {
  const meant = readPictureAddress(address);
  if (meant.kind !== 'path') return undefined;
  const places = pictureUrlsIn(meant.path, base.replace(/^\//, ''));
  const linked = refused.find(({ path }) => places.includes(path));
  if (linked) return linked.reason;
  return meant.path.includes('..') ? '在文件夹之外，没有导入' : undefined;
}
