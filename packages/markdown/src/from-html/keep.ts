import { safeLink, safeMedia } from '../address.ts';
import { escapeHtml } from '../text.ts';
import { voidTags, writableAttributes, writableEverywhere, writableTags } from '../writable-html.ts';

/** Writes an element as HTML that the renderer accepts, in one block without blank lines. */
export function writeHtml(element: Element): string {
  return htmlOf(element)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

function htmlOf(node: Node): string {
  if (node.nodeType === 3) return escapeHtml((node.nodeValue ?? '').replace(/\s+/g, ' '));
  if (node.nodeType !== 1) return '';
  const element = node as Element;
  const tag = element.localName;
  const special = specialOf(element);
  if (special !== undefined) return special;
  const inner = Array.from(element.childNodes, htmlOf).join('');
  if (!writableTags.has(tag) || /^(div|span)$/.test(tag)) return inner;
  if (voidTags.has(tag)) return `<${tag}${attributesOf(element)}>`;
  const isStructure = /^(table|thead|tbody|tfoot|tr|dl|ul|ol|figure)$/.test(tag);
  const content = isStructure ? `\n${inner.trim()}\n` : inner.trim();
  return `<${tag}${attributesOf(element)}>${content}</${tag}>${isStructure || startsLine.test(tag) ? '\n' : ''}`;
}

const startsLine = /^(t[dh]|d[dt]|li|caption|figcaption|p|h[1-6])$/;

/** Code and formulas keep their white space; frames and players have no form inside kept HTML but a link. */
function specialOf(element: Element): string | undefined {
  if (element.hasAttribute('data-formula-source'))
    return escapeHtml(`$${element.getAttribute('data-formula-source') ?? ''}$`);
  if (element.hasAttribute('data-note')) return `<sup>${escapeHtml(element.getAttribute('data-note') ?? '')}</sup>`;
  if (element.localName === 'pre')
    return `<pre><code>${escapeHtml(element.textContent ?? '').replaceAll('\n', '&#10;')}</code></pre>\n`;
  if (/^(iframe|video|audio)$/.test(element.localName)) {
    const address = safeMedia(element.getAttribute('src') ?? '');
    return address ? `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>` : '';
  }
  return undefined;
}

/** The attributes an author may write, with a leading space. */
export function attributesOf(element: Element): string {
  const names = [...writableEverywhere, ...(writableAttributes[element.localName] ?? [])];
  return names
    .flatMap((name) => {
      const value = readValue(element, name);
      return value === undefined ? [] : [` ${name}="${escapeHtml(value.replace(/\s+/g, ' ').trim())}"`];
    })
    .join('');
}

function readValue(element: Element, name: string): string | undefined {
  const value = element.getAttribute(name) ?? undefined;
  if (value === undefined || name === 'id') return undefined;
  if (name === 'href') return safeLink(value);
  return name === 'src' ? (safeMedia(value) ?? (value.startsWith('data:image/') ? value : undefined)) : value;
}

/** Writes a player or frame with its first safe address; '' without one. */
export function writeMedia(element: Element): string {
  const sources = [element, ...Array.from(element.querySelectorAll('source'))];
  const addresses = sources.flatMap((source) => ['data-src', 'src'].map((name) => source.getAttribute(name) ?? ''));
  const address = addresses.map((written) => safeMedia(written.trim())).find((safe) => safe && !/^about:/i.test(safe));
  if (!address) return '';
  const title = (element.getAttribute('title') ?? '').replace(/\s+/g, ' ').trim();
  const words = title ? ` title="${escapeHtml(title)}"` : '';
  return `<${element.localName} src="${escapeHtml(address)}"${words}></${element.localName}>`;
}
