import { replacePassages } from '@mojian/markdown/text';

/** Elements without words, nesting ones first. */
const drawings = [
  { opening: /<math\b/g, closing: /<\/math>/g },
  { opening: /<svg\b/g, closing: /<\/svg>/g },
  { opening: /<style\b/g, closing: /<\/style>/g },
];
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Extracts the text of HTML written by packages/markdown, for search and excerpts. */
export function plainText(html: string) {
  const withoutDrawings = drawings.reduce((text, drawing) => replacePassages(text, drawing, () => ' '), html);
  return withoutDrawings
    .replace(/<\/?(?:p|li|h\d|tr|t[dh]|pre|blockquote|div|br|hr)\b[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
      name ? (entities[name] ?? all) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function character(code: number) {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
