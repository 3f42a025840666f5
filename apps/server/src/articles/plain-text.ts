const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The words of an article's HTML, for search and excerpts. Only for HTML that packages/markdown has written. */
export function plainText(html: string) {
  return html
    .replace(/<(math|svg|style)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<\/?(?:p|li|h\d|tr|t[dh]|pre|blockquote|div|br|hr)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
      name ? (entities[name] ?? all) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function character(code: number) {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
