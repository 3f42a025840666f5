import { dedent } from './tag-tree.ts';

export type CalloutKind = 'NOTE' | 'TIP' | 'IMPORTANT' | 'WARNING' | 'CAUTION';

/** The plain Markdown that other tools' own syntax turns into. Bodies may be indented and carry empty lines around. */
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
  return `${marks}${info}\n${code.replace(/^\n+|\s+$/g, '')}\n${marks}`;
}

export function link(text: string, address: string) {
  return `[${text.replace(/[[\]]/g, '\\$&')}](${destination(address)})`;
}

export function picture(alt: string, source: string) {
  return `!${link(alt, source)}`;
}

/** A film or page that would come from another host: a link to where people watch it. */
export function embedded(address: string, title = '') {
  const whole = address.startsWith('//') ? `https:${address}` : address;
  const [, video] = /youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(whole) ?? [];
  const [, bilibili] = /player\.bilibili\.com\/.*[?&]bvid=(\w+)/.exec(whole) ?? [];
  if (bilibili) return link(`视频：${title || '哔哩哔哩'}`, `https://www.bilibili.com/video/${bilibili}`);
  if (!video) return link(title || '内嵌页面', whole);
  const time = /[?&](?:t|start)=(\d+)/.exec(whole)?.[1];
  return link(`视频：${title || 'YouTube'}`, `https://www.youtube.com/watch?v=${video}${time ? `&t=${time}` : ''}`);
}

function destination(address: string) {
  return /[\s()]/.test(address) ? `<${address}>` : address;
}
