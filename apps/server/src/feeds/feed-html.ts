const tag = /<[a-z](?:"[^"]*"|[^">])*>/gi;
const address = /(\s(?:href|src|poster|cite))="([^"]*)"/gi;

/** An article's HTML as a feed reader needs it: every address whole, without buttons and the colours of code. */
export function feedHtml(html: string, { url, locked }: { url: string; locked: boolean }) {
  const text = html
    .replace(/<button\b[\s\S]*?<\/button>/g, '')
    .replaceAll('</span><span class="file">', '</span> <span class="file">')
    .replace(/<pre\b[\s\S]*?<\/pre>/g, (code) => code.replace(/<\/?span\b[^>]*>/g, ''))
    .replace(tag, (opening) => opening.replace(address, (_, name, value) => `${name}="${whole(value, url)}"`));
  return locked ? `${text}<p><a href="${url}">阅读全文</a></p>` : text;
}

/** Entities in the value stay as they are: a URL takes `&amp;` for text like any other. */
function whole(value: string, base: string) {
  return /^[a-z][a-z\d+.-]*:/i.test(value) ? value : (URL.parse(value, base)?.href ?? value);
}
