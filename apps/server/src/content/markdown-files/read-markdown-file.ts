import type { MarkdownFile } from '@mojian/contract/content/markdown-files';
import type { UploadedFile } from '@mojian/contract/core/uploads';
import { longestArticle } from '@mojian/contract/platform/rules';
import type { Viewer } from '../../platform/http/viewer.ts';
import { requireWriter } from '../drafts/save-draft.ts';
import { askText } from '../text/ask-text.ts';
import { fileRefused } from './file-refused.ts';
import { findDocument } from './find-document.ts';
import { type Parts, takePictures } from './take-pictures.ts';

/**
 * Reads a Markdown file, or a zip with one, as an author takes it into what they write: its text in plain Markdown, its
 * pictures as the member's own, what it says of itself. Nothing is written but the pictures.
 * @throws Failure blaming `file` for what cannot be read at all; not-allowed for who does not write here.
 */
export async function readMarkdownFile(parts: Parts, viewer: Viewer, file: UploadedFile): Promise<MarkdownFile> {
  await requireWriter(parts.db, viewer);
  const document = await findDocument(file);
  const { text, path } = document;
  const read = await askText('readDocument', { text, path }, 'file');
  if (read.markdown.length > longestArticle)
    throw fileRefused(`正文超过 ${longestArticle / 10_000} 万字，请分成几篇`, 'too-large');

  const { taken, warnings: lost } = await takePictures(parts, viewer, document, read.pictures);
  const placed = taken.size > 0 ? await askText('readDocument', { text, path, taken }, 'file') : read;
  const cover = taken.get(read.cover);
  return {
    name: file.name,
    found: { ...read.found, ...(cover && { cover }), markdown: placed.markdown },
    pictures: new Set(taken.values()).size,
    warnings: [...read.warnings, ...lost],
  };
}
