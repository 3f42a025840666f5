import type MarkdownIt from 'markdown-it';
import Token from 'markdown-it/lib/token.mjs';

// ASCII only: in “详见https://a.cn/b。” the address ends where Chinese begins, as its author means it.
const candidate =
  /(?<![\w@/.+-])(?:https?:\/\/|www\.)[\w~:/?#@!$&'()*+,;=.%-]{3,2000}|(?<![\w@/.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gi;

/** Bare addresses become links, as in GitHub's Markdown: http(s)://, www. and e-mail. */
export function autolink(md: MarkdownIt): void {
  md.core.ruler.push('autolink', (state) => {
    for (const token of state.tokens) {
      if (token.children?.some(mayHold)) token.children = linkAll(token.children);
    }
  });
}

function mayHold(token: Token): boolean {
  return token.type === 'text' && /:\/\/|www\.|@/i.test(token.content);
}

function linkAll(tokens: Token[]): Token[] {
  let links = 0;
  return tokens.flatMap((token) => {
    const html = token.type === 'html_inline' ? token.content : '';
    if (token.type === 'link_open' || /^<a\b/i.test(html)) links++;
    if (token.type === 'link_close' || /^<\/a\b/i.test(html)) links--;
    return links <= 0 && mayHold(token) ? linkText(token) : [token];
  });
}

function linkText({ content, level }: Token): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const match of content.matchAll(candidate)) {
    const address = trimEnd(match[0]);
    if (!/^[\w.+-]+@.*[a-z]$|^https?:\/\/[^/?#]|^www\.[^.]+\../i.test(address)) continue;
    tokens.push(textToken(content.slice(position, match.index), level), ...linkTokens(address, level));
    position = match.index + address.length;
  }
  return [...tokens, textToken(content.slice(position), level)].filter(
    (token) => token.type !== 'text' || token.content,
  );
}

/** Leaves out the punctuation of the sentence around, and a bracket that opened before the address. */
function trimEnd(address: string): string {
  let end = address.length;
  let depth = address.split('(').length - address.split(')').length;
  while (end > 0) {
    const last = address[end - 1] ?? '';
    if (last === ')' && depth >= 0) break;
    if (!/[?!.,:*_~'";)\]]/.test(last)) break;
    if (last === ')') depth++;
    end--;
  }
  return address.slice(0, end);
}

function linkTokens(address: string, level: number): Token[] {
  const href = address.includes('://') ? address : address.includes('@') ? `mailto:${address}` : `http://${address}`;
  const open = new Token('link_open', 'a', 1);
  open.attrs = [['href', href]];
  open.level = level;
  const close = new Token('link_close', 'a', -1);
  close.level = level;
  return [open, textToken(address, level + 1), close];
}

function textToken(content: string, level: number): Token {
  const token = new Token('text', '', 0);
  token.content = content;
  token.level = level;
  return token;
}
