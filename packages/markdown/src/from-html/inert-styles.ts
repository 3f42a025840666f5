import { replacePassages } from '../text.ts';

const styleElement = { opening: /<style\b/gi, closing: /<\/style\s*>/gi };
/** A tag with its attributes; a bracket within a quoted value ends none. */
const tag = /<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi;
const attribute = /(?<![^\s"'<>/=])([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))/g;

/**
 * Renames the `style` attributes of HTML to `data-style`, which the converter reads as well, and drops style elements: a page
 * whose policy forbids inline styles reports each that a parser meets, though nothing of it is ever drawn.
 */
export function inertStyles(html: string): string {
  return replacePassages(html, styleElement, () => '').replace(tag, (whole) =>
    whole.replace(attribute, (all, name: string, value: string) =>
      name.toLowerCase() === 'style' ? `data-style${value}` : all,
    ),
  );
}
