import { describeFrame } from '@mojian/markdown/media';
import { dedent } from './tag-tree.ts';

export type CalloutKind = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION';

/** Writes a callout; the body may be indented and padded with blank lines. */
export function callout(kind: CalloutKind, title: string, body: string) {
  return quote(`[!${kind}]${title && ` ${title}`}\n${dedent(body)}`);
}

export function quote(body: string) {
  return dedent(body).replace(/^(.*)$/gm, (line) => (line === '' ? '>' : `> ${line}`));
}

export function folded(title: string, body: string) {
  return `::: details${title && ` ${title}`}\n\n${dedent(body)}\n\n:::`;
}

export function fence(info: string, code: string) {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${info}\n${code.replace(/^\n+/, '').trimEnd()}\n${marks}`;
}

export function link(text: string, address: string) {
  return `[${text.replace(/[[\]]/g, '\\$&')}](${destination(address)})`;
}

export function picture(alt: string, source: string) {
  return `!${link(alt, source)}`;
}

/** Replaces an embedded player by a link to its page. */
export function embedded(address: string, title = '') {
  const { words, href } = describeFrame(address, title);
  return link(words, href);
}

function destination(address: string) {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}
