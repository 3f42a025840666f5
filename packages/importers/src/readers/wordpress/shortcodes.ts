import { escapeHtml } from '@mojian/markdown/text';
import { decodeHTML } from 'entities/decode';

export type Picture = { url: string; alt: string; caption: string };

export type Media = {
  /** Pictures by their ids, in that order. */
  find: (ids: string[]) => Picture[];
  /** Pictures that belong to this post. */
  own: () => Picture[];
};

type Attributes = Record<string, string>;
type Handler = (attributes: Attributes, inner: string, media: Media) => string;

const shortcode = /\[(\[?)(\/?)([a-z][\w-]{0,40})((?:[^[\]"']|"[^"[\]]*"|'[^'[\]]*')*)\](\]?)/gi;

/** Turns the shortcodes of WordPress and common plugins into HTML. Unknown ones stay as text and are named. */
export function expandShortcodes(html: string, media: Media): { html: string; unknown: string[] } {
  const expander = new Expander(html, media);
  for (const match of html.matchAll(shortcode)) expander.read(match);
  return expander.end();
}

class Expander {
  readonly #html: string;
  readonly #media: Media;
  readonly #unknown = new Set<string>();
  /** Position of the next closing tag by name; -1 without one. */
  readonly #endings = new Map<string, number>();
  #out = '';
  #at = 0;

  constructor(html: string, media: Media) {
    this.#html = html;
    this.#media = media;
  }

  read({ 0: whole, 1: open = '', 2: slash, 3: name = '', 4: written = '', 5: close = '', index }: RegExpExecArray) {
    if (index < this.#at) return;
    const after = index + whole.length;
    if (open && close)
      this.#put(index, whole.slice(1, -1), after); // `[[gallery]]` shows `[gallery]`
    else if (!slash) this.#expand({ name, written, start: index + open.length, after: after - close.length });
  }

  end() {
    return { html: this.#out + this.#html.slice(this.#at), unknown: [...this.#unknown] };
  }

  #expand({ name, written, start, after }: { name: string; written: string; start: number; after: number }) {
    const handler = Object.hasOwn(handlers, name.toLowerCase()) ? handlers[name.toLowerCase()] : undefined;
    if (!handler) {
      if (this.#isIntended(name, written, after)) this.#unknown.add(name);
      return;
    }
    const end = isStandalone(name, written) ? -1 : this.#endOf(name, after);
    if (end < 0 && needContent.has(handler)) return;
    const inner = end < 0 ? '' : this.#html.slice(after, end);
    const next = end < 0 ? after : end + name.length + 3;
    this.#put(start, handler(readAttributes(written), inner, this.#media), next);
  }

  #put(start: number, html: string, next: number) {
    this.#out += this.#html.slice(this.#at, start) + html;
    this.#at = next;
  }

  /** Whether brackets were meant as a shortcode: `[note]` alone may be a word. */
  #isIntended(name: string, written: string, after: number) {
    return /=|[_-]/.test(`${name}${written}`) || this.#endOf(name, after) >= 0;
  }

  #endOf(name: string, from: number): number {
    const known = this.#endings.get(name) ?? 0;
    if (known < 0 || known >= from) return known;
    const end = this.#html.indexOf(`[/${name}]`, from);
    this.#endings.set(name, end);
    return end;
  }
}

const attribute = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|([^\s"'=]+)/g;

function readAttributes(written: string): Attributes {
  const plain = written.replace(/[“”″]/g, '"').replace(/&quot;/g, '"');
  const attributes: Attributes = {};
  let position = 0;
  for (const [, name, double, single, bare, quoted, word] of plain.matchAll(attribute)) {
    if (name) attributes[name.toLowerCase()] = double ?? single ?? bare ?? '';
    else attributes[String(position++)] = quoted ?? word ?? '';
  }
  return attributes;
}

const languages =
  'actionscript3 applescript bash c cpp csharp css delphi diff go html java javascript js jscript matlab objc perl php plain powershell python r ruby scala shell sql swift text vb xml yaml';

const code: Handler = (attributes, inner, _media) => {
  const { lang, language = lang, type = language, 0: first = '' } = attributes;
  return codeBlock(inner, type ?? first.replace(/^=/, ''));
};

function codeBlock(inner: string, language: string) {
  const text = inner.replace(/^(?:<br \/>|\r?\n)+/, '').trimEnd();
  const plain = /<[a-z/!?]/i.test(text) ? text : decodeHTML(text);
  const named = /^[\w+#-]{1,30}$/.test(language) ? ` class="language-${language.toLowerCase()}"` : '';
  return `\n\n<pre><code${named}>${escapeHtml(plain)}</code></pre>\n\n`;
}

const caption: Handler = (attributes, inner) => {
  const picture = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? '';
  const words = attributes.caption ?? inner.replace(picture, '').trim();
  if (!picture) return inner;
  return `\n\n<figure>${picture}<figcaption>${words}</figcaption></figure>\n\n`;
};

const gallery: Handler = ({ ids, include = ids }, _inner, media) => {
  const pictures = include ? media.find(include.split(/[\s,]+/).filter(Boolean)) : media.own();
  return `\n\n${pictures.map(figure).join('\n\n')}\n\n`;
};

function figure({ url, alt, caption: words }: Picture) {
  const below = words ? `<figcaption>${escapeHtml(words)}</figcaption>` : '';
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${below}</figure>`;
}

const formats = ['src', 'mp3', 'mp4', 'm4a', 'm4v', 'ogg', 'ogv', 'wav', 'webm', 'flv', 'wmv', 'flac', '0'];

function player(name: 'audio' | 'video'): Handler {
  return (attributes, inner) => {
    const address = formats.map((format) => attributes[format]).find(Boolean) ?? inner.trim();
    return address ? `\n\n<${name} src="${escapeHtml(address)}"></${name}>\n\n` : '';
  };
}

const embed: Handler = ({ 0: first = '', src = first }, inner) => embedLink(inner.trim() || src);

function videoEmbed(prefix: string): Handler {
  return ({ 0: first = '', id = first, url = id }, inner) => {
    const written = (inner.trim() || url).replace(/^=/, '');
    return embedLink(/^https?:/.test(written) ? written : prefix + written);
  };
}

const gist: Handler = ({ 0: first = '', id = first, url = id }, inner) => {
  const written = inner.trim() || url;
  return written ? embedLink(/^https?:/.test(written) ? written : `https://gist.github.com/${written}`) : '';
};

const hosts: [RegExp, string][] = [
  [/(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be)$/, '视频：YouTube'],
  [/(?:^|\.)bilibili\.com$|^b23\.tv$/, '视频：哔哩哔哩'],
  [/(?:^|\.)vimeo\.com$/, '视频：Vimeo'],
  [/(?:^|\.)(?:youku|tudou|iqiyi)\.com$|^v\.qq\.com$/, '视频'],
  [/(?:^|\.)(?:twitter|x)\.com$/, '推文'],
  [/^gist\.github\.com$/, '代码：GitHub Gist'],
  [/^music\.163\.com$/, '音乐：网易云音乐'],
  [/(?:^|\.)(?:soundcloud|spotify)\.com$/, '音乐'],
];

/** Link in place of an embedded page, which the site's policy blocks. */
export function embedLink(address: string): string {
  const url = URL.parse(decodeHTML(address.trim()));
  if (!url || !/^https?:$/.test(url.protocol)) return address;
  const words = hosts.find(([host]) => host.test(url.hostname))?.[1] ?? url.href;
  return `\n\n<p><a href="${escapeHtml(url.href)}">${escapeHtml(words)}</a></p>\n\n`;
}

/** Whether a line that is only this address was shown as a player. */
export function isEmbeddable(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? '';
  return hosts.some(([known]) => known.test(host));
}

const formula: Handler = (_attributes, inner) => (inner.trim() ? `$latex ${inner.trim().replaceAll('$', '')}$` : '');

const handlers: Record<string, Handler> = {
  ...Object.fromEntries(
    languages.split(' ').map((name): [string, Handler] => [name, (_, inner) => codeBlock(inner, name)]),
  ),
  code,
  sourcecode: code,
  crayon: code,
  highlight: code,
  codeblock: code,
  caption,
  wp_caption: caption,
  gallery,
  audio: player('audio'),
  video: player('video'),
  embed,
  youtube: videoEmbed('https://www.youtube.com/watch?v='),
  bilibili: videoEmbed('https://www.bilibili.com/video/'),
  vimeo: videoEmbed('https://vimeo.com/'),
  gist,
  latex: formula,
  katex: formula,
  math: formula,
};

/** Whether a shortcode stands alone. */
function isStandalone(name: string, written: string) {
  return /^gallery$/i.test(name) || written.trimEnd().endsWith('/');
}

const standalone = new Set([
  gallery,
  embed,
  gist,
  handlers.audio,
  handlers.video,
  handlers.youtube,
  handlers.bilibili,
  handlers.vimeo,
]);

/** Handlers that have nothing to show without content up to a closing tag. */
const needContent = new Set(Object.values(handlers).filter((handler) => !standalone.has(handler)));
