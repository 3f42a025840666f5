import { convert } from './convert.ts';
import { datedName } from './dates.ts';
import { readFields } from './fields.ts';
import { foundFields } from './found-fields.ts';
import { splitFrontMatter } from './front-matter.ts';
import { BrokenFrontMatter } from './front-matter-error.ts';
import { fileName } from './old-addresses.ts';
import { listPictures, replacePictures } from './picture-references.ts';
import { plainTitle, takeTitle } from './title.ts';

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
