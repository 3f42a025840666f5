import type { UploadedFile } from '@mojian/contract/files';
import type { MarkdownFile } from '@mojian/contract/markdown-files';
import { longestArticle } from '@mojian/contract/rules';
import { requireWriter } from '../drafts/save-draft.ts';
import type { Viewer } from '../http/viewer.ts';
import { convert } from '../import/convert.ts';
import { datedName } from '../import/dates.ts';
import { readFields } from '../import/fields.ts';
import { splitFrontMatter } from '../import/front-matter.ts';
import { BrokenFrontMatter } from '../import/front-matter-error.ts';
import { fileName } from '../import/old-addresses.ts';
import { listPictures, replacePictures } from '../import/picture-references.ts';
import { plainTitle, takeTitle } from '../import/title.ts';
import { fileRefused } from './file-refused.ts';
import { findDocument } from './find-document.ts';
import { foundFields } from './found-fields.ts';
import { type Parts, takePictures } from './take-pictures.ts';

/**
 * Reads a Markdown file, or a zip with one, as an author takes it into what they write: its text in plain Markdown, its
 * pictures as the member's own, what it says of itself. Nothing is written but the pictures.
 * @throws Failure blaming `file` for what cannot be read at all; not-allowed for who does not write here.
 */
export async function readMarkdownFile(parts: Parts, viewer: Viewer, file: UploadedFile): Promise<MarkdownFile> {
  await requireWriter(parts.db, viewer);
  const document = await findDocument(file);
  const { said, body, warnings } = split(document.text);
  const converted = convert({ body, mdx: false, findPost: () => undefined });
  const { restore } = converted.shelter;
  const { title, markdown } = takeTitle(converted.text, said.title);
  const { found, warnings: cut } = foundFields(said, plainTitle(restore(title)) || nameOf(document.path));
  if (restore(markdown).length > longestArticle)
    throw fileRefused(`正文超过 ${longestArticle / 10_000} 万字，请分成几篇`, 'too-large');

  const shown = [...new Set([...listPictures(markdown), ...(said.cover ? [said.cover] : [])])];
  const { taken, warnings: lost } = await takePictures(parts, viewer, document, shown);
  const cover = taken.get(said.cover);
  return {
    name: file.name,
    found: {
      ...found,
      ...(cover && { cover }),
      markdown: restore(replacePictures(markdown, (address) => ({ show: taken.get(address) ?? address }))),
    },
    pictures: new Set(taken.values()).size,
    warnings: [...warnings, ...converted.warnings, ...cut, ...lost],
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
