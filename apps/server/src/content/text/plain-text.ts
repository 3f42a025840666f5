import { replacePassages } from '@mojian/markdown/text';
import { decodeHTMLStrict } from 'entities/decode';

/** Elements without words, nesting ones first. */
const drawings = [
  { opening: /<math\b/g, closing: /<\/math>/g },
  { opening: /<svg\b/g, closing: /<\/svg>/g },
  { opening: /<style\b/g, closing: /<\/style>/g },
];

/** Extracts the text of HTML written by packages/markdown, for search and excerpts. */
export function plainTextOfHtml(html: string) {
  const withoutDrawings = drawings.reduce((text, drawing) => replacePassages(text, drawing, () => ' '), html);
  const words = withoutDrawings
    .replace(/<\/?(?:p|li|h\d|tr|t[dh]|pre|blockquote|div|br|hr)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '');
  return decodeHTMLStrict(words).replace(/\s+/g, ' ').trim();
}
