import { escapeHtml } from './escape.ts';

/** A text too long to be read as Markdown, paragraph by paragraph. */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('');
}
