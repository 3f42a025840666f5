import { replacePassages } from '@mojian/markdown/passages';

/** The renderer escapes < and > in attributes. */
const tag = /<[a-z][^<>]*>/gi;
const button = { opening: /<button\b/g, closing: /<\/button>/g };
const code = { opening: /<pre\b/g, closing: /<\/pre>/g };
const address = /(\s(?:href|src|poster|cite))="([^"]*)"/gi;

/** An article's HTML as a feed reader needs it: every address whole, without buttons and the colours of code. */
export function feedHtml(html: string, { url, locked }: { url: string; locked: boolean }) {
  const spaced = replacePassages(html, button, () => '').replaceAll(
    '</span><span class="file">',
    '</span> <span class="file">',
  );
  const text = replacePassages(spaced, code, (_, lines) => lines.replace(/<\/?span\b[^<>]*>/g, '')).replace(
    tag,
    (opening) => opening.replace(address, (_, name, value) => `${name}="${whole(value, url)}"`),
  );
  return locked ? `${text}<p><a href="${url}">阅读全文</a></p>` : text;
}

/** Entities in the value stay as they are: a URL takes `&amp;` for text like any other. */
function whole(value: string, base: string) {
  return /^[a-z][a-z\d+.-]*:/i.test(value) ? value : (URL.parse(value, base)?.href ?? value);
}
