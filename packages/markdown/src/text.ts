import { storableText } from './storable-text.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an element's content or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Replaces each tag of this package's HTML by a space; < and > occur only in tags there. */
export function removeTags(html: string): string {
  return html.replaceAll(/<[^<>]*>/g, ' ');
}

/**
 * Normalizes text for XML 1.0: U+FFFD for NUL and lone surrogates, \n for every line end, no other control characters.
 */
export function cleanText(text: string): string {
  return storableText(text.replaceAll('\0', '\ufffd').replaceAll(/\r\n?/g, '\n'));
}

/**
 * Replaces each passage from an `opening` to the nearest `closing` behind it, both global patterns. `replace` receives
 * the content and the whole passage. Runs in linear time, unlike `opening[\s\S]*?closing`: /<pre>[\s\S]*?<\/pre>/g
 * rescans the rest of the text for each unclosed opening.
 */
export function replacePassages(text: string, ends: Ends, replace: (inner: string, whole: string) => string): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, inner } of passagesOf(text, ends)) {
    replaced += text.slice(at, start) + replace(inner, text.slice(start, end));
    at = end;
  }
  return replaced + text.slice(at);
}

/** Patterns of both ends of a passage, both global. */
type Ends = { opening: RegExp; closing: RegExp };

/** Finds the passages that `replacePassages` would replace. `opening` is the text that matched. */
export function passagesOf(text: string, { opening, closing }: Ends) {
  const found: { start: number; end: number; opening: string; inner: string }[] = [];
  for (let from = 0; ; ) {
    opening.lastIndex = from;
    const first = opening.exec(text);
    if (!first) return found;
    closing.lastIndex = opening.lastIndex;
    const last = closing.exec(text);
    if (!last) return found; // no later opening has one either
    const inner = text.slice(first.index + first[0].length, last.index);
    from = closing.lastIndex;
    found.push({ start: first.index, end: from, opening: first[0], inner });
  }
}

/** Renders a text beyond the Markdown limit as plain paragraphs. */
export function plainParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>\n')}</p>\n`)
    .join('');
}
