import { passagesOf } from '@mojian/markdown/text';
import type { Item, Loss, SourceArticle, SourceLink } from './form.ts';

const address =
  /^(?:https?:\/\/[^/]+)?\/(?:[\w-]+\/)?(?:links?|friends?|flinks?|friend-?links?|blogroll|%e5%8f%8b%e9%93%be|友链)(?:\/(?:index\.html?)?|\.html?)?$/i;
const title =
  /^(?:我的|我们的)?(?:友链|友情链接|友情連結|友鏈|朋友们?|小伙伴们?|邻居们?|友人帐|links?|friends?|blogroll)$/i;

/** Whether a page of the old site is its own page of friend links. */
export function isFriendPage(item: SourceArticle) {
  const { isPage, own, state, hasPassword, addresses } = item;
  if (!isPage || own || state !== 'published' || hasPassword) return false;
  return title.test(item.title.trim()) || addresses.some((one) => address.test(one));
}

/** Lines of the report about such a page. */
const friendsTaken = '是友链页：里面的友链收进了「友链」，文字留在「页面」里';
const friendsUnread = '是友链页，里面的友链没能认出来；文字留在「页面」里，可以照着在「友链」里添加';

type Site = { sourceUrl: string; reportLoss: (loss: Omit<Loss, 'kind'>) => void };

/** Reads friend links out of the old site's page of them, each once. The page itself is imported as well, with its comments. */
export function createFriendReader({ reportLoss, sourceUrl }: Site) {
  const known = new Set<string>();
  const readPage = (page: SourceArticle, isStored: boolean) => {
    const others = friendsOf(page, sourceUrl).filter(({ url }) => !known.has(url));
    for (const { url } of others) known.add(url);
    if (isStored)
      reportLoss({ thing: '页面', place: page.title, reason: known.size > 0 ? friendsTaken : friendsUnread });
    return others;
  };
  return {
    /** `isStored`: the item was added or changed, so the report names what became of the page. */
    read(item: Item, isStored: boolean): SourceLink[] {
      if (item.kind === 'link') known.add(URL.parse(item.url)?.href ?? '');
      return item.kind === 'article' && isFriendPage(item) ? readPage(item, isStored) : [];
    },
  };
}

const mostLinks = 500;
const longestLine = 2000;
const longestName = 60;
const linkOrPicture = /(!?)\[((?:!\[[^[\]]*\]\([^()]*\)|[^[\]])*)\]\(<?([^()\s<>]+)>?(?:\s[^()]*)?\)/g;
const picture = /!\[[^[\]]*\]\(<?([^()\s<>]+)>?(?:\s[^()]*)?\)|<img\b[^<>]*>/;
const card = { opening: /<a\s[^<>]*>/gi, closing: /<\/a>/gi };
const longestCard = 1000;
/** Labels by which a site describes itself for others to link to: `名称：…`, `网址：…`; such lines are no friend links. */
const field = /^(?:网址|链接|地址|头像|图标|名称|站名|站点|描述|简介|rss|url|link|avatar|logo|icon|name|desc\w*)$/i;

/** Reads the friend links of a page: lists, tables, lines that begin with a link, and cards in HTML, by the headings above. */
function friendsOf(item: SourceArticle, site: string): SourceLink[] {
  const found = new Map<string, SourceLink>();
  const own = URL.parse(site)?.host;
  let group = '';
  for (const line of unfenced(item.markdown)) {
    const [, heading] = /^#{1,6}\s(.*)$/.exec(line) ?? [];
    if (heading !== undefined) group = plainWords(heading.replace(/(?<!#)#+$/, ''));
    for (const link of friendsInLine(line).filter(
      ({ name, url }) => !field.test(name) && URL.parse(url)?.host !== own,
    )) {
      const url = URL.parse(link.url)?.href;
      if (url && !found.has(url)) found.set(url, { kind: 'link', key: url, group, ...link, url });
    }
  }
  return [...found.values()].slice(0, mostLinks);
}

/** Lines outside of code; HTML that stands together is one. */
function unfenced(markdown: string) {
  let fence = '';
  const lines = markdown.split('\n').filter((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    const isOutside = fence === '' && mark === '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    return isOutside;
  });
  return lines
    .join('\n')
    .split(/\n(?![ \t]*<|[ \t]+[^-*+\d\s|])/)
    .map((line) => line.trim());
}

type Friend = Pick<SourceLink, 'name' | 'url' | 'intro' | 'avatar'>;

const listMark = /^(?:[-*+]|\d{1,4}[.)])\s+/;

function friendsInLine(line: string): Friend[] {
  if (/^<\w/.test(line)) return cardsIn(line);
  const links = line.length > longestLine ? [] : linksIn(line);
  if (new Set(links.map(({ url }) => url)).size > 1) return [];
  const isListed = listMark.test(line);
  if (!isListed && line.includes('|')) return friendOfCells(line.replace(/^\|/, '').split('|'));
  const [first] = links;
  if (first) return isListed || isEntry(line, first) ? [friendIn(line, first)] : [];
  return isListed ? bareFriend(line.replace(listMark, '')) : [];
}

type Link = { all: string; words: string; url: string; index: number };

function linksIn(text: string): Link[] {
  return [...text.matchAll(linkOrPicture)].flatMap(({ 0: all, 1: isPicture, 2: words = '', 3: url = '', index }) =>
    !isPicture && /^https?:/.test(url) ? [{ all, words, url, index }] : [],
  );
}

/** Whether a line is a link with words on it after a sign, and no sentence. */
function isEntry(line: string, { all, index }: Link) {
  const rest = line.slice(index + all.length).trimStart();
  return plainWords(line.slice(0, index)) === '' && /^(?:[-—–:：|，,·(（]|$)/.test(rest);
}

function friendIn(line: string, { all, words, url }: Link) {
  const rest = plainWords(line.replace(listMark, '').replace(all, ' '));
  return friend({
    name: plainWords(words) || (rest.split(' ', 1)[0] ?? ''),
    url,
    intro: rest,
    avatar: pictureOf(line),
  });
}

/** An entry such as `阿甲：https://jia.example 写字的人`. */
function bareFriend(text: string): Friend[] {
  const found = /https?:\/\/[^\s<>，。）)]+/.exec(text);
  if (!found) return [];
  const [url] = found;
  const before = text.slice(0, found.index).replace(/<$/, '').trimEnd();
  const name = before.replace(/(?<![:：—–-])[:：—–-]+$/, '').trimEnd();
  if (name === '' || name.length > longestName || /[:：<>]/.test(name)) return [];
  const intro = text.slice(found.index + url.length).replace(/^>/, '');
  return [friend({ name: plainWords(name), url, intro: plainWords(intro), avatar: pictureOf(intro) })];
}

function friendOfCells(cells: string[]): Friend[] {
  const [linked] = cells.flatMap(linksIn);
  const url = linked?.url ?? cells.map((cell) => /^\s*<?(https?:\/\/[^\s<>|]+)>?\s*$/.exec(cell)?.[1]).find(Boolean);
  if (!url) return [];
  const words = cells.map((cell) => plainWords(withoutAddress(cell))).filter(Boolean);
  const name = plainWords(linked?.words ?? '') || (words[0] ?? '');
  const avatar = cells.map(pictureOf).find(Boolean) ?? '';
  return [friend({ name, url, intro: words.filter((one) => one !== name).join(' '), avatar })];
}

/** Removes bare addresses from a cell; those inside links stay. */
function withoutAddress(cell: string) {
  return cell.replace(/(?<![(<]|\]\()<?https?:\/\/[^\s<>]+>?/g, '');
}

function cardsIn(html: string): Friend[] {
  return passagesOf(html, card).flatMap(({ inner, opening: written }) => {
    if (inner.length > longestCard) return [];
    const url = /\bhref\s*=\s*"(https?:[^"]+)"/i.exec(written)?.[1];
    const lines = inner
      .replace(picture, '')
      .split(/<[^<>]*>|\n/)
      .map(plainWords)
      .filter(Boolean);
    const named = /\btitle\s*=\s*"([^"]*)"/i.exec(written)?.[1] ?? '';
    const [name = named, ...intro] = lines;
    return url && name ? [friend({ name, url, intro: intro.join(' '), avatar: pictureOf(inner) })] : [];
  });
}

function friend({ name, url, intro, avatar }: Friend): Friend {
  return { name, url, intro: intro === name ? '' : intro.replace(/^[-—–:：|，,·\s]+/, ''), avatar };
}

function pictureOf(text: string) {
  const [whole = '', address] = picture.exec(text) ?? [];
  return address ?? /\ssrc="([^"<>]+)"/.exec(whole)?.[1] ?? '';
}

/** Words of a line without pictures and marks. */
function plainWords(text: string) {
  return text
    .replace(new RegExp(picture, 'g'), ' ')
    .replace(linkOrPicture, '$2')
    .replace(/<[^<>]*>|[*_`~]{1,3}|\\(?=[^\w\s])|\[[ xX]\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
