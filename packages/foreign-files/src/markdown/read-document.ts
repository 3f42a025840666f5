import { convert } from './convert.ts';
import { datedName, fileName, foundFields, readFields } from './fields.ts';
import { BrokenFrontMatter, splitFrontMatter } from './front-matter.ts';
import { listMediaAddresses, replacePictures } from './pictures.ts';

type Source = {
  text: string;
  path: string;
  /** New picture addresses by old ones. */
  taken?: ReadonlyMap<string, string>;
};

/** Converts a file's text and reads its front matter. Runs in the text process. */
export function readDocument({ text, path, taken }: Source) {
  const { meta, body, warnings } = split(text);
  const converted = convert({ body, mdx: false, findPost: () => undefined });
  const { restore } = converted.shelter;
  const { title, markdown } = takeTitle(converted.text, meta.title);
  const { found, warnings: cut } = foundFields(meta, plainTitle(restore(title)) || nameOf(path));
  const placed = taken ? replacePictures(markdown, (address) => ({ show: taken.get(address) ?? address })) : markdown;
  return {
    found,
    cover: meta.cover,
    pictures: [...new Set([...listMediaAddresses(markdown), ...(meta.cover ? [meta.cover] : [])])],
    markdown: restore(placed),
    warnings: [...warnings, ...converted.warnings, ...cut],
  };
}

/** Unreadable front matter stays in the text. */
function split(text: string) {
  try {
    const { fields, body } = splitFrontMatter(text);
    return { meta: readFields(fields ?? {}), body, warnings: [] };
  } catch (error) {
    if (!(error instanceof BrokenFrontMatter)) throw error;
    return { meta: readFields({}), body: text, warnings: [`${error.message}。原样留在正文里了`] };
  }
}

function nameOf(path: string) {
  const name = fileName(path);
  return datedName(name)?.slug ?? name;
}

/** Takes the first h1 as a missing title; removes one that repeats the title. */
export function takeTitle(text: string, title: string) {
  const heading = findHeading(text);
  const repeats = heading?.start === 0 && plainTitle(heading.words) === plainTitle(title);
  if (!heading || (title && !repeats)) return { title, markdown: text };
  return { title: heading.words, markdown: (text.slice(0, heading.start) + text.slice(heading.end)).trim() };
}

/** Line by line: the pattern `(.+?)[ \t]*#*[ \t]*$` is cubic on a row of spaces. */
function findHeading(text: string) {
  for (let start = 0; start < text.length; ) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    if (/^#[ \t]/.test(line)) {
      const words = withoutClosing(line.slice(1).trim());
      if (words !== '') return { words, start, end };
    }
    const below = text.slice(end + 1, endOfLine(text, end + 1)).trimEnd();
    if (/^[^#>`\s-]/.test(line) && isUnderline(below)) return { words: line, start, end: end + 1 + below.length };
    start = end + 1;
  }
  return undefined;
}

function endOfLine(text: string, from: number) {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function isUnderline(line: string) {
  return line !== '' && line === '='.repeat(line.length);
}

/** Strips the closing `#` marks. */
function withoutClosing(words: string) {
  let end = words.length;
  while (end > 1 && words[end - 1] === '#') end--;
  return words.slice(0, end).trimEnd();
}

/** Room for a title of 200 characters with its links. */
const longestSource = 400;

/** Strips marks, links and anchors. */
export function plainTitle(title: string) {
  return title
    .slice(0, longestSource)
    .replace(/\{#[^{}]*\}$/, '')
    .trimEnd()
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(\*\*|__|`{1,9})(.{1,400}?)\1/g, '$2')
    .trim()
    .slice(0, 200);
}
