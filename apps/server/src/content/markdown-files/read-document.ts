import { convert } from './convert.ts';
import { datedName, fileName, foundFields, readFields } from './fields.ts';
import { BrokenFrontMatter, splitFrontMatter } from './front-matter.ts';
import { listPictures, replacePictures } from './pictures.ts';

type Source = {
  text: string;
  path: string;
  /** New addresses of its pictures by the old ones. */
  taken?: ReadonlyMap<string, string>;
};

/** A file's text in plain Markdown, and what it says of itself. Runs in the text process alone. */
export function readDocument({ text, path, taken }: Source) {
  const { said, body, warnings } = split(text);
  const converted = convert({ body, mdx: false, findPost: () => undefined });
  const { restore } = converted.shelter;
  const { title, markdown } = takeTitle(converted.text, said.title);
  const { found, warnings: cut } = foundFields(said, plainTitle(restore(title)) || nameOf(path));
  const placed = taken ? replacePictures(markdown, (address) => ({ show: taken.get(address) ?? address })) : markdown;
  return {
    found,
    cover: said.cover,
    /** The addresses of all it shows, each once. */
    pictures: [...new Set([...listPictures(markdown), ...(said.cover ? [said.cover] : [])])],
    markdown: restore(placed),
    warnings: [...warnings, ...converted.warnings, ...cut],
  };
}

/** Of what cannot be read before the text nothing is thrown away: it stays with the text. */
function split(text: string) {
  try {
    const { fields, body } = splitFrontMatter(text);
    return { said: readFields(fields ?? {}), body, warnings: [] };
  } catch (error) {
    if (!(error instanceof BrokenFrontMatter)) throw error;
    return { said: readFields({}), body: text, warnings: [`${error.message}。原样留在正文里了`] };
  }
}

function nameOf(path: string) {
  const name = fileName(path);
  return datedName(name)?.slug ?? name;
}

/** Without a title the first heading of the first rank is it; one that only repeats the title goes as well. */
export function takeTitle(text: string, title: string) {
  const heading = findHeading(text);
  const repeats = heading?.start === 0 && plainTitle(heading.words) === plainTitle(title);
  if (!heading || (title && !repeats)) return { title, markdown: text };
  return { title: heading.words, markdown: (text.slice(0, heading.start) + text.slice(heading.end)).trim() };
}

/** By lines and not by one pattern: `(.+?)[ \t]*#*[ \t]*$` takes cubic time on a row of spaces. */
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

/** Without the `#` that may close a heading; a heading of nothing else keeps one. */
function withoutClosing(words: string) {
  let end = words.length;
  while (end > 1 && words[end - 1] === '#') end--;
  return words.slice(0, end).trimEnd();
}

/** Room for a title of 200 characters with its links. */
const longestSource = 400;

/** A title as text: without marks, links and anchors. */
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
