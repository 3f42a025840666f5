import { mendTags } from '@mojian/markdown/from-html/mend-tags';
import { replacePassages } from '@mojian/markdown/text';
import { decodeHTML } from 'entities/decode';

/** Elements whose content is no text. */
export const codeElements = [
  { opening: /<script\b[^<>]*>/gi, closing: /<\/script\s*>/gi },
  { opening: /<style\b[^<>]*>/gi, closing: /<\/style\s*>/gi },
];

const blocks = /<\/?(?:p|div|h[1-6]|li|ul|ol|tr|table|pre|blockquote|section|article|figure|hr|dt|dd)\b[^<>]*>/gi;

/** Plain text of HTML, paragraphs parted by blank lines; runs in linear time. */
export function htmlToText(html: string): string {
  const withoutCode = codeElements.reduce((text, element) => replacePassages(text, element, () => ''), mendTags(html));
  const parted = withoutCode
    .replace(blocks, '\n\n')
    .replace(/<br\b[^<>]*>/gi, '\n')
    .replace(/<!--|-->|<[^<>]*>/g, '');
  return decodeHTML(parted)
    .split('\n')
    .map((line) => line.trim())
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
    .trim();
}
