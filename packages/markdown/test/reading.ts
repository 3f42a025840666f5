import { decodeXML } from 'entities/decode';
import sanitizeHtml from 'sanitize-html';
import { type RenderOptions, renderMarkdown } from '../src/markdown.ts';

export type Element = { name: string; attributes: Record<string, string>; text: string };

export async function htmlOf(source: string, options?: RenderOptions): Promise<string> {
  return (await renderMarkdown(source, options)).html;
}

/** Lists the elements of some HTML in order, each with its text. */
export function elementsOf(html: string): Element[] {
  const all: Element[] = [];
  const open: Element[] = [];
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag(name, attributes) {
      const element = { name, attributes: { ...attributes }, text: '' };
      all.push(element);
      open.push(element);
    },
    textFilter(text) {
      for (const element of open) element.text += decodeXML(text);
      return text;
    },
    onCloseTag() {
      open.pop();
    },
  });
  return all;
}

/** Text that browsers show for this HTML, without the hidden content of players and ruby fallbacks. */
export function visibleText(html: string): string {
  let text = '';
  let hidden = 0;
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    onOpenTag(name) {
      if (hidingTags.has(name)) hidden++;
    },
    onCloseTag(name) {
      if (hidingTags.has(name)) hidden--;
    },
    textFilter(words) {
      if (hidden === 0) text += decodeXML(words);
      return words;
    },
  });
  return text;
}

const hidingTags = new Set(
  'audio iframe noscript object option rp script select style svg template textarea title video'.split(' '),
);

export function find(html: string, name: string): Element | undefined {
  return elementsOf(html).find((element) => element.name === name);
}

/** Lists everything in the HTML that could run, load or restyle; empty for safe HTML. */
export function dangersOf(html: string): string[] {
  return elementsOf(html).flatMap(({ name, attributes }) => {
    const dangers = forbiddenTags.has(name) ? [`<${name}>`] : [];
    for (const [attribute, value] of Object.entries(attributes)) {
      const address = value.replaceAll(/[[\p{Cc} ]--[\x7f-\x9f]]/gv, '');
      if (/^on|^style$|^srcset$|^srcdoc$|^autoplay$|^formaction$|^xlink/i.test(attribute)) dangers.push(attribute);
      if (/^(href|src)$/.test(attribute) && /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i.test(address))
        dangers.push(value);
    }
    return dangers;
  });
}

const forbiddenTags = new Set(
  `script style iframe object embed form textarea select svg link meta base template noscript title frame applet
  foreignobject annotation-xml`.split(/\s+/),
);
