import { embedded, fence, folded, link, picture, quote } from '@mojian/foreign-files/markdown/forms';
import { escapeText } from '@mojian/markdown/from-html/escape-text';
import { type FromHtml, fromHtml } from '../html.ts';
import { asBoolean, asList, asObject, type JsonObject, number, rawText, text } from '../values.ts';

/** A piece of a post: HTML that is converted together with its neighbours, or a card as Markdown. */
export type Block = { html: string } | { markdown: string };

type Card = (fields: JsonObject) => Promise<string> | string;

/** Joins the pieces of a post; neighbouring HTML is converted as one. */
export async function joinBlocks(blocks: Block[]): Promise<FromHtml> {
  const joined: string[] = [];
  const warnings = new Set<string>();
  let html = '';
  const flush = async () => {
    const converted = await fromHtml(html);
    joined.push(converted.markdown);
    for (const warning of converted.warnings) warnings.add(warning);
    html = '';
  };
  for (const block of blocks) {
    if ('html' in block) html += block.html;
    else {
      await flush();
      joined.push(block.markdown);
    }
  }
  await flush();
  const texts = joined.map((part) => part.trim()).filter(Boolean);
  return { markdown: texts.join('\n\n'), warnings: [...warnings] };
}

async function toMarkdown(html: unknown) {
  return (await fromHtml(rawText(html))).markdown.trim();
}

/** Converts a card of either editor; undefined for one that is not known. */
export async function cardToMarkdown(name: string, fields: JsonObject): Promise<string | undefined> {
  const convert = cards.get(name);
  return convert && (await convert(fields));
}

/** Cards that only live in mails or ask readers to subscribe. */
export function isNewsletterCard(name: string) {
  return /^(?:email|email-cta|signup|nft|transistor)$/.test(name);
}

async function inline(html: unknown) {
  const lines = (await toMarkdown(html)).split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(' ');
}

async function captioned(block: string, caption: unknown) {
  const words = await inline(caption);
  return words ? `<figure>\n\n${block}\n\n<figcaption>\n\n${words}\n\n</figcaption>\n\n</figure>` : block;
}

const image: Card = async ({ src, alt, title, caption, href }) => {
  const source = text(src) || '';
  if (!source) return '';
  const words = (await inline(caption)).replace(/[*_`]/g, '');
  const shown = picture(text(alt) || text(title), source);
  const titled = words && !/[[\]()"]/.test(words) ? shown.replace(/\)$/, ` "${words}")`) : shown;
  const linked = text(href) ? `[${titled}](${destination(text(href))})` : titled;
  return titled === shown ? captioned(linked, caption) : linked;
};

function destination(address: string) {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}

const gallery: Card = ({ images, caption }) => {
  const shown = asList(images).map((one) => picture(text(asObject(one).alt), text(asObject(one).src)));
  return captioned(shown.join('\n'), caption);
};

const code: Card = ({ code: source, language, caption }) => {
  const info = text(language).replace(/[^\w+#.-]/g, '');
  return captioned(fence(info, rawText(source)), caption);
};

const bookmark: Card = async ({ url, metadata, caption, ...own }) => {
  const { title, description, publisher, author } = { ...own, ...asObject(metadata) };
  const address = text(url) || text(asObject(metadata).url);
  if (!address) return '';
  const from = [text(publisher), text(author)].filter(Boolean).map(escapeText).join(' ');
  const lines = [link(text(title) || address, address), escapeText(text(description)), from];
  return captioned(quote(lines.filter(Boolean).join('\n\n')), caption);
};

const embed: Card = ({ url, html, caption, metadata }) => {
  const source = /<iframe\b[^<>]*?\bsrc="([^"<>]+)"/i.exec(rawText(html))?.[1]?.replaceAll('&amp;', '&');
  const address = source || text(url);
  if (!address) return toMarkdown(html);
  return captioned(embedded(address, text(asObject(metadata).title)), caption);
};

const callout: Card = async ({ calloutText, calloutEmoji }) => {
  const emoji = text(calloutEmoji).replace(/<[^<>]*>/g, '');
  return quote(`[!NOTE]\n${[emoji, await toMarkdown(calloutText)].filter(Boolean).join(' ')}`);
};

const toggle: Card = async ({ heading, content }) => folded(await inline(heading), await toMarkdown(content));

const player =
  (tag: 'audio' | 'video'): Card =>
  ({ src, title, caption }) => {
    const source = text(src).replaceAll('"', '%22');
    if (!source) return '';
    const named = text(title) ? `**${text(title)}**\n\n` : '';
    return captioned(`${named}<${tag} controls src="${source}"></${tag}>`, caption);
  };

const file: Card = async ({ src, fileTitle, fileName, fileSize, fileCaption }) => {
  const name = escapeText(text(fileName));
  const title = (await inline(fileTitle)) || name || '附件';
  const details = [title === name ? '' : name, sizeOf(number(fileSize))].filter(Boolean).join(' ');
  return [link(title, text(src)), await inline(fileCaption), details].filter(Boolean).join('\\\n');
};

const units = ['Bytes', 'KB', 'MB', 'GB'];

/** A size as Ghost shows it; '' where it is not known. */
function sizeOf(bytes: number) {
  if (bytes < 1) return '';
  const step = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${Math.round(bytes / 1024 ** step)} ${units[step]}`;
}

const button: Card = ({ buttonText, buttonUrl }) =>
  text(buttonUrl) ? link(text(buttonText) || text(buttonUrl), text(buttonUrl)) : text(buttonText);

const header: Card = async ({ header: title, subheader, buttonEnabled, ...rest }) => {
  const blocks = [
    text(title) && `## ${await inline(title)}`,
    text(rest.backgroundImageSrc) && picture('', text(rest.backgroundImageSrc)),
    await toMarkdown(subheader),
    asBoolean(buttonEnabled) && text(rest.buttonUrl) && link(text(rest.buttonText), text(rest.buttonUrl)),
  ];
  return blocks.filter(Boolean).join('\n\n');
};

const product: Card = async (fields) => {
  const blocks = [
    text(fields.productImageSrc) && picture(text(fields.productTitle), text(fields.productImageSrc)),
    text(fields.productTitle) && `**${await inline(fields.productTitle)}**`,
    await toMarkdown(fields.productDescription),
    asBoolean(fields.productButtonEnabled) &&
      text(fields.productUrl) &&
      link(text(fields.productButton), text(fields.productUrl)),
  ];
  return blocks.filter(Boolean).join('\n\n');
};

const callToAction: Card = async (fields) => {
  const blocks = [
    text(fields.imageUrl) && picture('', text(fields.imageUrl)),
    await toMarkdown(fields.textValue),
    text(fields.buttonUrl) && link(text(fields.buttonText) || text(fields.buttonUrl), text(fields.buttonUrl)),
  ];
  return blocks.filter(Boolean).join('\n\n');
};

const markdown: Card = ({ markdown: source }) => rawText(source);
const html: Card = ({ html: source }) => toMarkdown(source);
const rule: Card = () => '---';
/** Ghost's divider of paid posts: the text above it is public, as above `<!-- more -->` here. */
const paywall: Card = () => '<!-- more -->';

/** By the names of both editors. */
const cards = new Map<string, Card>(
  Object.entries({
    image,
    gallery,
    code,
    codeblock: code,
    markdown,
    'card-markdown': markdown,
    html,
    hr: rule,
    horizontalrule: rule,
    bookmark,
    embed,
    callout,
    toggle,
    audio: player('audio'),
    video: player('video'),
    file,
    button,
    header,
    product,
    'call-to-action': callToAction,
    paywall,
    'before-after': ({ beforeImage, afterImage }) =>
      [beforeImage, afterImage].map((one) => picture('', text(asObject(one).src))).join('\n'),
  }),
);
