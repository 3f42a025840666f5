import { readFields } from '@mojian/foreign-files/markdown/fields';
import { type Fields, splitFrontMatter } from '@mojian/foreign-files/markdown/front-matter';
import { takeTitle } from '@mojian/foreign-files/markdown/read-document';
import { decodeText } from '@mojian/foreign-files/read-text';
import type { ArticlePlace, FolderSystem } from './folder.ts';
import { whyUnpublished } from './publication.ts';

/** Facts of all files that reading one of them needs. */
export type Overview = {
  /** Titles by file, from front matter or the first heading. */
  titles: Map<string, string>;
  /** First headings that several files without a title have. */
  sharedHeadings: Set<string>;
  /** Files that are not public. */
  hidden: Set<string>;
  /** Whether some notes are marked as public, so that the others are not. */
  marksPublic: boolean;
};

type File = { key: string; place: ArticlePlace };

/** Characters in which the first heading is looked for. */
const headingWithin = 20_000;

/** Reads the front matter and first heading of each file; what cannot be read is told of when the file itself is. */
export async function surveyFiles<Each extends File>(
  files: Each[],
  system: FolderSystem,
  read: (file: Each) => Promise<Uint8Array>,
): Promise<Overview> {
  const overview: Overview = { titles: new Map(), sharedHeadings: new Set(), hidden: new Set(), marksPublic: false };
  const headings = new Set<string>();
  const marked = new Set<string>();
  for (const file of files) {
    const found = await read(file).then(split, () => undefined);
    if (!found) continue;
    const { title, heading, fields, isHidden } = lookAt(file, found, system);
    if (headings.has(heading)) overview.sharedHeadings.add(heading);
    else headings.add(heading);
    overview.titles.set(file.key, title || heading);
    if (isHidden) overview.hidden.add(file.key);
    if (isMarkedPublic(fields)) marked.add(file.key);
  }
  if (system.tool === 'obsidian' && marked.size > 0) hideUnmarked(overview, files, marked);
  return overview;
}

function lookAt({ key, place }: File, { fields: own, body }: Split, { fieldsOf }: FolderSystem) {
  const fields = fieldsOf?.(key, own) ?? own;
  const { title } = readFields(fields);
  const heading = title === '' ? takeTitle(body.slice(0, headingWithin), '').title.trim() : '';
  const isHidden = place.hidden !== undefined || whyUnpublished(fields, Date.now()) !== undefined;
  return { title, heading, fields, isHidden };
}

function hideUnmarked(overview: Overview, files: File[], marked: Set<string>) {
  overview.marksPublic = true;
  for (const { key } of files) if (!marked.has(key)) overview.hidden.add(key);
}

type Split = { fields: Fields; body: string };

function split(bytes: Uint8Array): Split | undefined {
  try {
    const { fields = {}, body } = splitFrontMatter(decodeText(bytes));
    return { fields, body };
  } catch {
    return undefined;
  }
}

/** The mark by which Obsidian Publish and its likes choose notes. */
export function isMarkedPublic(fields: Fields) {
  return ['publish', 'dg-publish', 'share'].some((name) => fields[name] === true || fields[name] === 'true');
}
