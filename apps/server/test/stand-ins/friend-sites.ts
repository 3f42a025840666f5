import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Kind of a friend's feed, and how many of its titles can be shown. */
type Kind = {
  name: string;
  titles: number;
  feed: (site: Site, request: IncomingMessage, reply: ServerResponse) => void;
};
type Site = { number: number; now: number };

const hour = 3_600_000;
const words = [
  '雨停之后的第三天',
  '修一只停了的表',
  '把博客搬到小机器上',
  '十一月，收到的信',
  '旧书里的粮票',
  '海边没有风',
];
const paragraph =
  '剖开一根老梁，年轮密的那一侧是北。盖房子的人把密的一面朝外，等于让树继续替人挡风。<br/>R&amp;D &nbsp;';

const titleOf = (number: number, at: number) => `${words[(number + at) % words.length]}（${number}·${at}）`;
const linkOf = (number: number, at: number) => `https://friend-${number}.example/posts/${at}`;

type Entries = {
  count?: number;
  paragraphs?: number;
  date?: (at: number) => string;
  title?: (at: number) => string;
  link?: (at: number) => string;
};

function items({ number, now }: Site, { count = 12, paragraphs = 8, ...of }: Entries = {}) {
  const date = of.date ?? ((at: number) => new Date(now - (number % 40) * hour - at * 30 * hour).toUTCString());
  return Array.from({ length: count }, (_, at) => {
    const title = of.title?.(at) ?? titleOf(number, at);
    const link = of.link?.(at) ?? linkOf(number, at);
    return `<item><title>${title}</title><link>${link}</link><pubDate>${date(at)}</pubDate>
      <content:encoded><![CDATA[<p>${paragraph.repeat(paragraphs)}</p>]]></content:encoded></item>`;
  }).join('\n');
}

const rss = (inner: string, encoding = 'utf-8') =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>博客</title>${inner}</channel></rss>`;

function atom(site: Site) {
  const entries = Array.from({ length: 12 }, (_, at) => {
    const when = new Date(site.now - at * 40 * hour - site.number * 60_000).toISOString();
    return `<entry><id>${at}</id><title type="html">&lt;b&gt;${titleOf(site.number, at)}&lt;/b&gt;</title><link href="${linkOf(site.number, at)}"/><published>${when}</published><updated>${when}</updated><content type="html">${paragraph.replaceAll('<', '&lt;').repeat(20)}</content></entry>`;
  });
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>博客</title>${entries.join('')}</feed>`;
}

function json({ number, now }: Site) {
  const entries = Array.from({ length: 12 }, (_, at) => ({
    id: at,
    url: linkOf(number, at),
    title: titleOf(number, at),
    content_html: paragraph.repeat(10),
    date_published: new Date(now - at * 50 * hour - hour).toISOString(),
  }));
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: '博客', items: entries });
}

/** GB18030 of words that have it as two bytes each: enough for the titles below. */
const inGb18030 = (text: string) =>
  Buffer.concat(Array.from(text, (character) => gb[character] ?? Buffer.from(character, 'latin1')));
const gb: Record<string, Buffer> = { 春: Buffer.from([0xb4, 0xba]), 天: Buffer.from([0xcc, 0xec]) };

const send = (reply: ServerResponse, body: string | Buffer, type = 'application/xml') =>
  void reply.writeHead(200, { 'content-type': type }).end(body);
const xml =
  (body: (site: Site) => string | Buffer): Kind['feed'] =>
  (site, _request, reply) =>
    send(reply, body(site));

const ordinary: Kind[] = [
  { name: 'RSS', titles: 12, feed: xml((site) => rss(items(site))) },
  { name: 'RSS with long texts', titles: 12, feed: xml((site) => rss(items(site, { paragraphs: 60 }))) },
  { name: 'Atom', titles: 12, feed: xml(atom) },
  { name: 'JSON Feed', titles: 12, feed: (site, _request, reply) => send(reply, json(site), 'application/feed+json') },
  {
    name: 'RSS in gzip',
    titles: 12,
    feed: (site, _request, reply) =>
      void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(rss(items(site)))),
  },
  {
    name: 'RSS that answers 304',
    titles: 12,
    feed: (site, request, reply) =>
      request.headers['if-none-match'] === '"one"'
        ? void reply.writeHead(304).end()
        : void reply.writeHead(200, { etag: '"one"' }).end(rss(items(site))),
  },
];

const odd: Kind[] = [
  { name: '1.5 MB', titles: 12, feed: xml((site) => rss(items(site, { count: 60, paragraphs: 150 }))) },
  {
    name: 'broken XML',
    titles: 12,
    feed: xml((site) =>
      rss(items(site)).replaceAll('</title>', ' & <b>x</title>').replace('</channel></rss>', '<item><title>断'),
    ),
  },
  {
    name: 'an HTML page',
    titles: 0,
    feed: (_site, _request, reply) => send(reply, '<!doctype html><p>没有订阅</p>', 'text/html'),
  },
  {
    name: 'redirects',
    titles: 12,
    feed: (site, request, reply) =>
      request.url?.endsWith('?2')
        ? send(reply, rss(items(site)))
        : void reply.writeHead(301, { location: request.url?.endsWith('?1') ? '?2' : '?1' }).end(),
  },
  {
    name: 'redirects without end',
    titles: 0,
    feed: (_site, _request, reply) => void reply.writeHead(302, { location: '?again' }).end(),
  },
  {
    name: 'a redirect inside',
    titles: 0,
    feed: (_site, _request, reply) => void reply.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  },
  {
    name: '429',
    titles: 0,
    feed: (_site, _request, reply) => void reply.writeHead(429, { 'retry-after': '86400' }).end(),
  },
  {
    name: 'a bomb in gzip',
    titles: 1,
    feed: (_site, _request, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb()),
  },
  {
    name: 'dates of 1970 and 2099, and none',
    titles: 0,
    feed: xml((site) =>
      rss(
        items(site, {
          date: (at) =>
            at % 3 === 0 ? 'Thu, 01 Jan 1970 00:00:00 GMT' : at % 3 === 1 ? 'Thu, 01 Jan 2099 00:00:00 GMT' : '',
        }),
      ),
    ),
  },
  {
    name: 'scripts in titles',
    titles: 12,
    feed: xml((site) =>
      rss(
        items(site, {
          title: (at) =>
            `<![CDATA[<script>alert(${at})</script><img src=x onerror=alert(1)>${titleOf(site.number, at)}]]>`,
        }),
      ),
    ),
  },
  {
    name: 'addresses of scripts',
    titles: 0,
    feed: xml((site) =>
      rss(
        items(site, {
          link: (at) =>
            ['javascript:alert(1)', 'data:text/html,x', 'http://10.0.0.1/', 'file:///etc/passwd'][at % 4] ?? '',
        }),
      ),
    ),
  },
  { name: 'doubles', titles: 6, feed: xml((site) => rss(items(site, { link: (at) => linkOf(site.number, at % 6) }))) },
  {
    name: 'GB18030',
    titles: 12,
    feed: xml((site) =>
      inGb18030(
        rss(
          items(site, { paragraphs: 0, title: (at) => `春天 ${at}`, link: (at) => linkOf(site.number, at) }).replaceAll(
            '博客',
            '',
          ),
          'gb18030',
        ).replace('博客', ''),
      ),
    ),
  },
  { name: '404', titles: 0, feed: (_site, _request, reply) => void reply.writeHead(404).end() },
  { name: '500', titles: 0, feed: (_site, _request, reply) => void reply.writeHead(500).end() },
  { name: 'a broken connection', titles: 0, feed: (_site, request) => void request.socket.destroy() },
  {
    name: 'a body that breaks off',
    titles: 0,
    feed: (site, request, reply) => {
      reply.writeHead(200, { 'content-length': 1_000_000 });
      reply.write(rss(items(site)).slice(0, 2000), () => request.socket.destroy());
    },
  },
  {
    name: 'entities that grow',
    titles: 1,
    feed: xml(
      (site) =>
        `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>${rss(items(site, { count: 1, title: () => '&b;&c;' }))}`,
    ),
  },
  { name: 'nesting', titles: 0, feed: xml(() => rss('<a>'.repeat(200_000))) },
  { name: 'a megabyte of brackets', titles: 0, feed: xml(() => rss('<'.repeat(1_000_000))) },
  {
    name: 'a megabyte of ends of sections',
    titles: 0,
    feed: xml(() => rss(`<item><title><![CDATA[${']]> '.repeat(250_000)}`)),
  },
  {
    name: 'a long title',
    titles: 12,
    feed: xml((site) => rss(items(site, { title: (at) => `${titleOf(site.number, at)}${'很长'.repeat(2000)}` }))),
  },
];

let packed: Buffer | undefined;
/** 20 MB of spaces behind one entry, in 20 KB. */
function bomb() {
  packed ??= gzipSync(
    Buffer.concat([
      Buffer.from(rss(items({ number: 0, now: Date.now() }, { count: 1 })).replace('</channel></rss>', '')),
      Buffer.alloc(20_000_000, ' '),
    ]),
  );
  return packed;
}

/** Two thirds are as most feeds are; of the others each kind comes around. */
export function kindOf(number: number): Kind {
  const kinds = number % 3 === 2 ? odd : ordinary;
  return kinds[Math.floor(number / 3) % kinds.length] as Kind;
}

/** Answers for the sites `/0/`, `/1/` …: a home page that names the feed, and the feed. */
export function answerAsFriends(now: number) {
  return (request: IncomingMessage, reply: ServerResponse) => {
    const [, number, rest = ''] = /^\/(\d+)\/([^?]*)/.exec(request.url ?? '') ?? [];
    if (number === undefined) return void reply.writeHead(404).end();
    if (rest === '')
      return send(
        reply,
        '<!doctype html><head><link rel="alternate" type="application/rss+xml" href="feed.xml"></head>',
        'text/html',
      );
    if (rest !== 'feed.xml') return void reply.writeHead(404).end();
    kindOf(Number(number)).feed({ number: Number(number), now }, request, reply);
  };
}
