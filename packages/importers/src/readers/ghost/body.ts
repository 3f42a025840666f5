import { escapeHtml } from '@mojian/markdown/text';
import { type FromHtml, fromHtml } from '../html.ts';
import { asBoolean, asList, asObject, type JsonObject, number, rawText, text } from '../values.ts';
import { type Block, cardToMarkdown, isNewsletterCard, joinBlocks } from './cards.ts';

/** Exports name their own site by this word. */
const ownSite = '__GHOST_URL__';

/**
 * Converts the text of a post. The editor's document comes first, as it names its cards; `html` is rendered from it and
 * has the last word where the document is missing or broken.
 */
export async function readBody(post: JsonObject): Promise<FromHtml> {
  for (const [field, convert] of [
    ['lexical', fromLexical],
    ['mobiledoc', fromMobiledoc],
  ] as const) {
    const document = parse(rawText(post[field]).replaceAll(ownSite, ''));
    const body = document && (await convert(document));
    if (body?.markdown) return body;
  }
  const html = rawText(post.html).replaceAll(ownSite, '');
  if (html.trim()) return fromHtml(html);
  return { markdown: rawText(post.markdown).replaceAll(ownSite, '').trim(), warnings: [] };
}

function parse(source: string): JsonObject | undefined {
  try {
    return source ? asObject(JSON.parse(source)) : undefined;
  } catch {
    return undefined; // the HTML is read instead
  }
}

async function toBlock(name: string, fields: JsonObject, warnings: Set<string>): Promise<Block> {
  const markdown = await cardToMarkdown(name, fields);
  if (markdown !== undefined) return { markdown };
  warnings.add(
    isNewsletterCard(name) ? '订阅和邮件用的卡片没有带过来' : `不认识的卡片「${name.slice(0, 40)}」，只留下其中的文字`,
  );
  return isNewsletterCard(name) ? { html: '' } : { html: rawText(fields.html) || paragraph(rawText(fields.text)) };
}

function paragraph(words: string) {
  return words.trim() ? `<p>${escapeHtml(words)}</p>` : '';
}

async function fromLexical(document: JsonObject): Promise<FromHtml> {
  const warnings = new Set<string>();
  const blocks: Block[] = [];
  for (const child of asList(asObject(document.root).children)) {
    const node = asObject(child);
    const html = Array.isArray(node.children) || isText(node) ? lexicalHtml(node, 0) : undefined;
    blocks.push(html === undefined ? await toBlock(text(node.type), node, warnings) : { html });
  }
  const joined = await joinBlocks(blocks);
  return { markdown: joined.markdown, warnings: [...joined.warnings, ...warnings] };
}

/** Bits of a text's format, from the inside out. */
const formats: [number, string][] = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
];

const deepest = 100;

function isText({ type }: JsonObject) {
  return /^(?:extended-)?text$/.test(text(type));
}

function lexicalHtml(node: JsonObject, depth: number): string {
  if (isText(node)) return textHtml(node);
  if (text(node.type) === 'linebreak') return '<br>';
  if (text(node.type) === 'tab') return ' ';
  if (depth > deepest) return '';
  const inner = asList(node.children)
    .map((child) => lexicalHtml(asObject(child), depth + 1))
    .join('')
    // A nested list is an item of its own there.
    .replace(/<\/li><li>(?=<[ou]l)/g, '');
  return wrap(node, inner);
}

function textHtml(node: JsonObject) {
  const format = number(node.format);
  return formats.reduce(
    (inner, [bit, tag]) => (format & bit ? `<${tag}>${inner}</${tag}>` : inner),
    escapeHtml(rawText(node.text)),
  );
}

function wrap(node: JsonObject, inner: string): string {
  const tag = text(node.tag);
  switch (text(node.type).replace(/^extended-/, '')) {
    case 'heading':
      return `<${/^h[1-6]$/.test(tag) ? tag : 'h2'}>${inner}</${/^h[1-6]$/.test(tag) ? tag : 'h2'}>`;
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inner}</p></blockquote>`;
    case 'list':
      return text(node.listType) === 'number'
        ? `<ol start="${number(node.start) || 1}">${inner}</ol>`
        : `<ul>${inner}</ul>`;
    case 'listitem':
      return `<li>${checkbox(node)}${inner}</li>`;
    case 'link':
    case 'autolink':
    case 'at-link':
      return `<a href="${escapeHtml(text(node.url))}">${inner}</a>`;
    case 'paragraph':
      return `<p>${inner}</p>`;
    default:
      return inner;
  }
}

function checkbox({ checked }: JsonObject) {
  return checked === undefined ? '' : `<input type="checkbox"${asBoolean(checked) ? ' checked' : ''}> `;
}

/** Sections of version 0.3: text, picture, list, card. */
const sections = { text: 1, picture: 2, list: 3, card: 10 };

async function fromMobiledoc(document: JsonObject): Promise<FromHtml> {
  const warnings = new Set<string>();
  const blocks: Block[] = [];
  for (const section of asList(document.sections)) {
    const [kind, first, second] = asList(section);
    if (kind === sections.card) {
      const [name, fields] = asList(asList(document.cards)[number(first)]);
      blocks.push(await toBlock(text(name), asObject(fields), warnings));
    } else blocks.push({ html: sectionHtml(document, number(kind), text(first), second) });
  }
  const joined = await joinBlocks(blocks);
  return { markdown: joined.markdown, warnings: [...joined.warnings, ...warnings] };
}

function sectionHtml(document: JsonObject, kind: number, first: string, second: unknown) {
  if (kind === sections.picture) return `<p><img src="${escapeHtml(first)}" alt=""></p>`;
  if (kind === sections.list) {
    const items = asList(second).map((item) => `<li>${markersHtml(document, asList(item))}</li>`);
    return `<${first === 'ol' ? 'ol' : 'ul'}>${items.join('')}</${first === 'ol' ? 'ol' : 'ul'}>`;
  }
  const tag = /^(?:h[1-6]|blockquote|p)$/i.test(first) ? first.toLowerCase() : 'p';
  const inner = markersHtml(document, asList(second));
  return /^(?:aside|pull-quote)$/.test(first)
    ? `<blockquote><p>${inner}</p></blockquote>`
    : `<${tag}>${inner}</${tag}>`;
}

const plainTags = /^(?:b|strong|i|em|u|s|sub|sup|code|mark)$/i;

/** Opens and closes markups as the markers say; all that is left open is closed at the end. */
function markersHtml(document: JsonObject, markers: unknown[]) {
  const open: string[] = [];
  let html = '';
  for (const marker of markers) {
    const [kind, opened, closed, value] = asList(marker);
    for (const index of asList(opened)) {
      const { tag, start } = markup(asList(asList(document.markups)[number(index)]));
      open.push(tag);
      html += start;
    }
    html += kind === 0 ? escapeHtml(rawText(value)) : atomHtml(asList(asList(document.atoms)[number(value)]));
    for (let count = number(closed); count > 0 && open.length > 0; count--) html += closing(open.pop());
  }
  return html + open.reverse().map(closing).join('');
}

function closing(tag: string | undefined) {
  return tag ? `</${tag}>` : '';
}

function markup([name, attributes]: unknown[]) {
  const tag = text(name).toLowerCase();
  if (tag !== 'a') return plainTags.test(tag) ? { tag, start: `<${tag}>` } : { tag: '', start: '' };
  const pairs = asList(attributes).map(text);
  return { tag, start: `<a href="${escapeHtml(pairs[pairs.indexOf('href') + 1] ?? '')}">` };
}

function atomHtml([name, words]: unknown[]) {
  return text(name) === 'soft-return' ? '<br>' : escapeHtml(rawText(words));
}
