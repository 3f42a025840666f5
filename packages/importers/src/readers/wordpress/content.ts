import { escapeHtml } from '@mojian/markdown/text';
import { embedLink, expandShortcodes, isEmbeddable, type Media } from './shortcodes.ts';

type Context = Media & {
  /** HTML of a reusable block. */
  block: (id: string) => string;
  /** JSON of the post's footnotes, which stand in a field beside the text. */
  footnotes: string;
};

/** HTML as a visitor saw it, and what of it is unknown. */
export type Content = { html: string; warnings: string[] };

/** Lays out the text of a post as WordPress would: blocks, shortcodes, paragraphs of the classic editor. */
export function layOut(raw: string, context: Context): Content {
  const hasBlocks = /<!--\s*wp:/.test(raw);
  const { html, dynamic } = hasBlocks ? layOutBlocks(raw, context) : { html: addParagraphs(raw), dynamic: [] };
  const expanded = expandShortcodes(html, context);
  const warnings: string[] = [];
  if (expanded.unknown.length > 0)
    warnings.push(`不认识的短代码，照原样留作文字：${expanded.unknown.slice(0, 20).join('、')}`);
  if (dynamic.length > 0) warnings.push(`由程序现算的区块没有内容可搬：${dynamic.slice(0, 20).join('、')}`);
  return { html: expanded.html, warnings };
}

const blockComment = /<!--\s*(\/?)wp:([^<>]*)-->/g;
const deepestBlocks = 3;

function layOutBlocks(raw: string, context: Context, depth = 0): { html: string; dynamic: string[] } {
  const dynamic = new Set<string>();
  let html = '';
  let at = 0;
  let open = 0;
  for (const { 0: whole, 1: closes, 2: inner = '', index } of raw.matchAll(blockComment)) {
    html += textBetween(raw.slice(at, index), open);
    at = index + whole.length;
    if (inner.endsWith('/')) html += emptyBlock(inner.slice(0, -1), { context, dynamic, depth });
    else open = Math.max(0, open + (closes ? -1 : 1));
  }
  return { html: linkEmbeds(html + textBetween(raw.slice(at), open)), dynamic: [...dynamic] };
}

/** Text outside of all blocks is of the classic editor. */
function textBetween(text: string, open: number) {
  return open === 0 && text.trim() ? addParagraphs(text) : text;
}

/** Blocks without content that only arrange or list; nothing is missed without them. */
const layoutBlocks =
  /^(?:spacer|separator|more|nextpage|post-|query|template-part|navigation|site-|latest-|archives|categories|tag-cloud|search|loginout|rss|calendar|page-list|comments|avatar|read-more)/;

type Blocks = { context: Context; dynamic: Set<string>; depth: number };

function emptyBlock(inner: string, { context, dynamic, depth }: Blocks): string {
  const [, name = '', written = ''] = /^([\w/-]+)(?![\w/-])(.*)$/s.exec(inner.trim()) ?? [];
  if (name === 'footnotes') return footnotesOf(context.footnotes);
  const attributes = readJson(written);
  if (name === 'block' && depth < deepestBlocks) {
    return layOutBlocks(context.block(String(attributes.ref ?? '')), context, depth + 1).html;
  }
  if (typeof attributes.url === 'string' && name.includes('embed')) return embedLink(attributes.url);
  if (!layoutBlocks.test(name)) dynamic.add(name);
  return '';
}

function readJson(written: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(written.trim() || '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The list that WordPress draws from the post's field. */
function footnotesOf(json: string): string {
  try {
    const notes: unknown = JSON.parse(json);
    if (!Array.isArray(notes)) return '';
    const items = notes.map(
      (note) => `<li id="${escapeHtml(String(note?.id ?? ''))}">${String(note?.content ?? '')}</li>`,
    );
    return `<ol>${items.join('')}</ol>`;
  } catch {
    return '';
  }
}

const embedded = /<div class="wp-block-embed__wrapper">\s*([^\s<>"]+)\s*<\/div>/g;

function linkEmbeds(html: string) {
  return html.replace(embedded, (_, address: string) => embedLink(address));
}

const blocks =
  'address|article|aside|audio|blockquote|center|caption|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|legend|li|main|nav|object|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video';
const blockTag = new RegExp(`<\\/?(?:${blocks})(?=[\\s>/])[^<>]*>`, 'gi');
/** Elements that hold running text themselves, not paragraphs. */
const textElement = /^<(?:p|h[1-6]|li|td|th|dt|dd|figcaption|caption|summary|legend|address)[\s>/]/i;
const untouched = /<(pre|script|style|textarea|svg|math|code)\b/gi;
const codeShortcode =
  /\[(code|sourcecode|crayon|codeblock|php|js|javascript|css|html|xml|bash|shell|python|java|sql|cpp|c|csharp|go|ruby)\b[^[\]]*\]/gi;
const [open, close] = ['\ue000', '\ue001'];

/** Paragraphs and line breaks of the classic editor: blank lines part paragraphs, single ones break lines. */
function addParagraphs(raw: string): string {
  const hidden: string[] = [];
  const text = hideCode(raw.replaceAll(open, '').replaceAll(close, '').replace(/\r\n?/g, '\n'), hidden)
    .replace(/^[ \t]*(https?:\/\/[^\s<>"]{1,2000})[ \t]*$/gm, (line, address: string) =>
      isEmbeddable(address) ? embedLink(address) : line,
    )
    .replace(/<br\b[^<>]*>\n?/gi, '\n')
    .replace(blockTag, partAround);
  const pieces = text.split(/\n[^\S\n]*\n/).map((piece) => piece.trim());
  return restoreCode(pieces.filter(Boolean).map(paragraph).join('\n'), hidden);
}

const placeholder = new RegExp(`${open}(\\d{1,9})${close}`, 'g');

/** Puts back what was hidden; code within code was hidden twice. */
function restoreCode(text: string, hidden: string[]): string {
  const shown = text.replace(placeholder, (_, index: string) => hidden[Number(index)] ?? '');
  return shown.replace(placeholder, (_, index: string) => hidden[Number(index)] ?? '');
}

function partAround(element: string): string {
  if (/^<\//.test(element)) return `${element}\n\n`;
  return textElement.test(element) ? `\n\n${element}` : `\n\n${element}\n\n`;
}

function paragraph(piece: string): string {
  const isBlock = /^<\/?[a-z]/i.test(piece) && blockStart.test(piece);
  if (
    isBlock ||
    /^<!--[^<>]*-->$/.test(piece) ||
    (piece.startsWith(open) && piece.endsWith(close) && piece.length < 14)
  )
    return textElement.test(piece) ? breakInside(piece) : piece;
  return `<p>${piece.replaceAll('\n', '<br>\n')}</p>`;
}

const blockStart = new RegExp(`^<\\/?(?:${blocks})(?=[\\s>/])`, 'i');

/** Breaks lines inside an element, but not beside its own tags. */
function breakInside(piece: string): string {
  const start = piece.indexOf('>') + 1;
  const end = piece.endsWith('>') ? piece.lastIndexOf('</') : piece.length;
  if (end < start) return piece;
  return piece.slice(0, start) + piece.slice(start, end).trim().replaceAll('\n', '<br>\n') + piece.slice(end);
}

/** Puts placeholders for what keeps its lines. */
function hideCode(text: string, hidden: string[]): string {
  const elements = hideBetween(text, untouched, (name) => `</${name}>`, hidden);
  return hideBetween(elements, codeShortcode, (name) => `[/${name}]`, hidden);
}

function hideBetween(text: string, opening: RegExp, ending: (name: string) => string, hidden: string[]): string {
  const none = new Set<string>();
  let rest = '';
  let at = 0;
  for (const { 1: name = '', index } of text.matchAll(opening)) {
    if (index < at || none.has(name)) continue;
    const last = ending(name);
    const found = text.indexOf(last, index);
    if (found < 0) {
      none.add(name);
      continue;
    }
    const end = found + last.length;
    const isInline = name.toLowerCase() === 'code';
    const place = `${open}${hidden.push(text.slice(index, end)) - 1}${close}`;
    rest += text.slice(at, index) + (isInline && last.startsWith('<') ? place : `\n\n${place}\n\n`);
    at = end;
  }
  return rest + text.slice(at);
}
