import type { Marks } from '@mojian/foreign-files/markdown/extended-marks';
import type { ArticleMeta } from '@mojian/foreign-files/markdown/fields';
import type { Fields } from '@mojian/foreign-files/markdown/front-matter';
import { decodeText } from '@mojian/foreign-files/read-text';
import { readYaml } from '@mojian/foreign-files/yaml';
import { parse as parseToml } from 'smol-toml';
import type { Source } from '../../form.ts';
import { findEntry } from '../find-entry.ts';
import { asObject, type JsonObject } from '../values.ts';

export type Tool = 'hexo' | 'hugo' | 'jekyll' | 'vuepress' | 'obsidian' | 'other';

/** Role of a Markdown file in its system. */
export type Place = ArticlePlace | { is: 'nothing'; reason: string };

export type ArticlePlace = {
  is: 'post' | 'page';
  /** Path below the folder that the system reads. */
  path: string;
  /** Why the file is not public by its folder. */
  hidden?: string | undefined;
  /** Code of the language that its folder is in. */
  language?: string | undefined;
};

/** A text whose former addresses are wanted; `date` is milliseconds. */
export type AddressedFile = {
  place: ArticlePlace;
  fields: Fields;
  meta: ArticleMeta;
  title: string;
  date: number | undefined;
  isPage: boolean;
};

/** Former addresses, and tokens of patterns that nobody knows. What would end a path is encoded. */
export type Addresses = { known: string[]; unknown: string[] };

/** System whose source folder was recognised, with its configuration. */
export type FolderSystem = {
  tool: Tool;
  name: string;
  /** Folder within the source, '' or with a slash at its end. */
  root: string;
  config: JsonObject;
  title: string;
  url: string;
  /** Path below which the whole site stood; '' for the root of its host. */
  base: string;
  /** Former addresses of a text by the configuration. */
  addressesOf?: (file: AddressedFile) => Addresses;
  /** Former addresses of the list of a category, by the path of nested ones, or of a tag. */
  listAddresses?: (kind: 'category' | 'tag', path: string) => string[];
  placeOf: (key: string) => Place;
  /** Adds the fields that the configuration or a folder gives to a file. */
  fieldsOf?: (key: string, own: Fields) => Fields;
  /** Why a file that has the right place is no article. */
  whyNoArticle?: (file: {
    key: string;
    fields: Fields | undefined;
    body: string;
    isPage: boolean;
  }) => string | undefined;
  /** Whether readers saw each line break of a text. */
  breaksLines?: boolean;
  /** Whether texts refer to each other as notes do, and have comments that nobody else sees. */
  hasNotes?: boolean;
  /** Marks beyond Markdown that the system shows as something else. */
  marks?: Marks;
  /** Folders that the system publishes as they are, for pictures. */
  publicFolders: string[];
};

/** Finds the system in a source. */
export type FindSystem = (source: Source) => Promise<FolderSystem | undefined>;

export const nothing = (reason: string): Place => ({ is: 'nothing', reason });

/** Reason of the first test that a path fits. */
export function firstReason(path: string, checks: [test: (path: string) => boolean, reason: string][]) {
  return checks.find(([test]) => test(path))?.[1];
}

/** Notes to whoever opens a repository, and to its machines. */
export const isRepositoryNote = (key: string) =>
  /(?:^|\/)(?:README|LICEN[CS]E|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|SUMMARY|SUPPORT|CLAUDE|AGENTS?|GEMINI|COPILOT|NOTICE|AUTHORS|PULL_REQUEST_TEMPLATE|ISSUE_TEMPLATE)(?:[-_.][\w.-]*)?\.\w+$/i.test(
    key,
  );

/** Folders at which a pattern ends, the shallowest first; '' for the top. */
export function listRoots({ entries }: Source, marker: RegExp): string[] {
  const roots = new Set<string>();
  for (const { path } of entries) {
    const found = marker.exec(path);
    if (found) roots.add(path.slice(0, found.index + (found[1]?.length ?? 0)));
  }
  return [...roots].sort((one, other) => depth(one) - depth(other) || (one < other ? -1 : 1));
}

export function depth(root: string) {
  return root.split('/').length;
}

/** Reads the first configuration there is; one that cannot be read is empty. */
export async function readConfig(source: Source, paths: string[]): Promise<JsonObject> {
  const entry = findEntry(source, paths);
  if (!entry) return {};
  try {
    return parseConfig(entry.path, decodeText(await entry.read()));
  } catch {
    return {}; // the front matter of articles is enough
  }
}

/** @throws when the text is not what the extension says */
export function parseConfig(path: string, written: string): JsonObject {
  if (/\.toml$/i.test(path)) return asObject(parseToml(written));
  if (/\.json$/i.test(path)) return asObject(JSON.parse(written));
  return asObject(readYaml(written));
}

/** Whether any entry is below a folder. */
export function hasBelow({ entries }: Source, folder: string) {
  return entries.some(({ path }) => path.startsWith(folder));
}
