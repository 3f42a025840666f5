import type { Browser, Page } from 'playwright-core';
import { ask, visitor } from './addresses.ts';
import type { OldSite } from './old-sites.ts';

/** Visible content of an article. */
type Seen = {
  text: string;
  headings: string[];
  links: string[];
  /** Width and height of each picture's file, or what it is where it did not load. */
  pictures: string[];
  code: string[];
  cells: string[];
  captions: string[];
  /** Words of pictures that do not show. */
  alts: string[];
};

type Comparison = { old: OldSite; newSite: string; articles: string[] };

/** Prints what differs in each article: text, headings, links, pictures, code and tables. */
export async function compareArticles(browser: Browser, { old, newSite, articles }: Comparison) {
  const [before, after] = [await browser.newPage(), await browser.newPage()];
  const sum = { pictures: 0, links: 0, code: 0, cells: 0, same: 0 };
  for (const [at, path] of articles.entries()) {
    await after.setExtraHTTPHeaders(visitor(40_000 + at));
    const one = await look(before, old.url + path, old.selector);
    const other = await look(after, newSite + path, '.prose');
    const differences = [...differencesOf(one, other), ...(await linkDifferences(one, other, { old, newSite }))];
    if (differences.length === 0) sum.same += 1;
    for (const name of ['pictures', 'links', 'code', 'cells'] as const) sum[name] += other[name].length;
    console.log(`${differences.length === 0 ? '✓' : '✗'} ${decodeURI(path)}`);
    for (const line of differences) console.log(`    ${line}`);
  }
  const { pictures, links, code, cells, same } = sum;
  console.log(
    `${articles.length} 篇里 ${same} 篇一样：图片 ${pictures}，链接 ${links}，代码 ${code}，表格 ${cells} 格`,
  );
}

async function look(page: Page, url: string, selector: string): Promise<Seen> {
  await page.goto(url, { waitUntil: 'load' });
  await page.evaluate(openAndTidy, selector);
  return page.evaluate(async (root) => {
    const [body] = document.querySelectorAll<HTMLElement>(root);
    const all = (which: string) => [...(body?.querySelectorAll<HTMLElement>(which) ?? [])];
    // not a picture's link to itself, nor one to a place that is not there
    const leads = (link: HTMLElement) => {
      const { origin, pathname, hash } = new URL((link as HTMLAnchorElement).href);
      const isHere = origin === location.origin;
      if (isHere && pathname === location.pathname && hash) return document.getElementById(hash.slice(1)) !== null;
      return !isHere || link.innerText.trim() !== '';
    };
    const words = (element: HTMLElement) => element.innerText.replace(/\s+/g, ' ').trim();
    // a small copy stands for the whole picture, which a press shows
    const sizeOf = async (picture: HTMLElement) => {
      const whole = new Image();
      const isLink = picture.closest('a') !== null || picture.closest('.gallery') !== null;
      const shown = picture.getAttribute('src') ?? '';
      whole.src = isLink ? shown.replace(/-\d+x\d+(?=\.\w+$)/, '') : shown;
      await whole.decode().catch(() => {});
      return whole.naturalWidth ? `${whole.naturalWidth}×${whole.naturalHeight}` : `没有显示 ${whole.src}`;
    };
    return {
      text: body ? words(body) : '',
      headings: all('h1, h2, h3, h4, h5, h6')
        .filter((heading) => !heading.closest('.kg-toggle-card'))
        .map(words),
      links: all('a[href]')
        .filter(leads)
        .map((link) => (link as HTMLAnchorElement).href),
      pictures: await Promise.all(all('img').map(sizeOf)),
      captions: all('figcaption').map(words),
      alts: all('img').map((picture) => picture.getAttribute('alt') ?? ''),
      code: all('pre:not(.wp-block-verse)').map((element) => (element.textContent ?? '').trim()),
      cells: all('td, th').map(words),
    };
  }, selector);
}

/** Opens what is folded, and removes words of the site: bars over code, names of callouts. */
function openAndTidy(root: string) {
  const [body] = document.querySelectorAll<HTMLElement>(root);
  for (const closed of body?.querySelectorAll('details') ?? []) closed.open = true;
  const ownWords = 'figure.code > figcaption, .callout > b:first-child';
  for (const words of body?.querySelectorAll(ownWords) ?? []) words.remove();
}

/** Punctuation that one of the sites adds, and space, do not count. */
function plain(text: string) {
  return text.replace(/[\s#¶“”"'‘’…—–.-]/g, '');
}

function differencesOf(one: Seen, other: Seen) {
  const lists = (['headings', 'code', 'cells', 'pictures'] as const).flatMap((name) => {
    const [before, after] = [one[name], other[name]].map((list) => (name === 'code' ? list : list.map(plain)));
    return before?.join('\n') === after?.join('\n') ? [] : [`${name}：${summary(one[name])} → ${summary(other[name])}`];
  });
  return [...textDifference(one, other), ...captionDifference(one, other), ...lists];
}

function summary(list: string[]) {
  return `${list.length} 个（${list.join(' | ').slice(0, 200)}）`;
}

/** Links lead to the same place: elsewhere as they stand, within the blog to what the new site answers with. */
async function linkDifferences(one: Seen, other: Seen, { old, newSite }: Omit<Comparison, 'articles'>) {
  const target = async (address: string) => {
    const isInside = address.startsWith(old.url) || address.startsWith(newSite);
    if (!isInside) return address.replace(/[?&]ref=[^&]*$/, ''); // which Ghost adds
    const { url, status } = await ask(address.replace(old.url, newSite));
    return `${status === 200 ? url.slice(newSite.length) : status} ${new URL(address).hash}`.trim();
  };
  const [before, after] = [await Promise.all(one.links.map(target)), await Promise.all(other.links.map(target))];
  const gone = before.filter((link) => !after.includes(link));
  const come = after.filter((link) => !before.includes(link));
  return gone.length + come.length === 0 ? [] : [`links：少了 ${gone.join(' | ')}；多了 ${come.join(' | ')}`];
}

/** Captions stay; here a lone picture without one has the words that stand for it below it. */
function captionDifference(one: Seen, other: Seen) {
  const [before, after] = [one.captions.map(plain), other.captions.map(plain)];
  const words = [...before, ...one.alts.map(plain)];
  const gone = before.filter((caption) => !after.includes(caption));
  const come = after.filter((caption) => !words.includes(caption));
  return gone.length + come.length === 0 ? [] : [`图注：少了 ${gone.join(' | ')}；多了 ${come.join(' | ')}`];
}

/** The first place where the texts, without captions, part. */
function textDifference(one: Seen, other: Seen) {
  const [before = '', after = ''] = [one, other].map(({ text, captions }) =>
    captions.reduce((rest, caption) => rest.replace(plain(caption), ''), plain(text)),
  );
  if (before === after) return [];
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 10), at + 30);
  return [`文字 ${before.length} → ${after.length} 字，从「${around(before)}」与「${around(after)}」起不同`];
}
