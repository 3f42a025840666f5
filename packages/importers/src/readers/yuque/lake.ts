import { escapeHtml, replacePassages } from '@mojian/markdown/text';
import { type FromHtml, fromHtml } from '../html.ts';
import { asObject, entryOf, type JsonObject, rawText, text } from '../values.ts';

const card = /<card\b([^<>]*)>(?:<\/card>)?/gi;
const [open, close] = ['\ue010', '\ue011'];
const formula = new RegExp(`${open}(\\d+)${close}`, 'g');

/** Converts the HTML of its editor, in which pictures, code and the like are cards: `<card name="image" value="data:%7B…">`. */
export async function fromLake(lake: string): Promise<FromHtml> {
  const formulas: string[] = [];
  const unknown = new Set<string>();
  const html = withoutHead(lake).replace(card, (_, attributes: string) => {
    const name = /\bname="([\w-]+)"/.exec(attributes)?.[1] ?? '';
    const fields = readValue(/\bvalue="data:([^"]*)"/.exec(attributes)?.[1] ?? '');
    if (name === 'math') return `${open}${formulas.push(rawText(fields.code).trim()) - 1}${close}`;
    const shown = entryOf(cards, name)?.(fields);
    if (shown === undefined) unknown.add(name);
    return shown ?? (text(fields.src) ? linkHtml(text(fields.name) || '附件', text(fields.src)) : '');
  });
  const { markdown, warnings } = await fromHtml(html);
  const lost = unknown.size > 0 ? [`不认识的卡片，只留下链接：${[...unknown].join('、').slice(0, 100)}`] : [];
  return {
    markdown: markdown.replace(formula, (_, at) => `$${formulas[Number(at)] ?? ''}$`),
    warnings: [...warnings, ...lost],
  };
}

const title = { opening: /<title\b[^<>]*>/gi, closing: /<\/title>/gi };

function withoutHead(lake: string) {
  const plain = lake.replaceAll(open, '').replaceAll(close, '');
  return replacePassages(plain, title, () => '').replace(/<(?:!doctype|meta)\b[^<>]*>/gi, '');
}

function readValue(encoded: string): JsonObject {
  try {
    return asObject(JSON.parse(decodeURIComponent(encoded)));
  } catch {
    return {};
  }
}

function linkHtml(words: string, address: string) {
  return `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
}

type Card = (fields: JsonObject) => string;

const link: Card = ({ src, name, title: words, text: label, detail }) => {
  const address = text(src) || text(asObject(detail).url);
  return address
    ? linkHtml(text(name) || text(words) || text(label) || text(asObject(detail).title) || address, address)
    : '';
};

const cards: Record<string, Card> = {
  image: ({ src, title: words, alt }) =>
    text(src)
      ? `<img src="${escapeHtml(text(src).replace(/#[^#]*$/, ''))}" alt="${escapeHtml(text(alt) || text(words))}">`
      : '',
  codeblock: ({ code, mode }) =>
    `<pre><code class="language-${escapeHtml(text(mode).replace(/[^\w+#-]/g, ''))}">${escapeHtml(rawText(code))}</code></pre>`,
  hr: () => '<hr>',
  checkbox: (fields) => (Object.values(fields).includes(true) ? '☑ ' : '☐ '),
  label: ({ label }) => escapeHtml(text(label)),
  mention: ({ name }) => escapeHtml(`@${text(name)}`),
  file: link,
  localdoc: link,
  video: link,
  audio: link,
  yuque: link,
  yuqueinline: link,
  bookmarklink: link,
  bookmarkInline: link,
  bookmarkinline: link,
  thirdparty: link,
};
