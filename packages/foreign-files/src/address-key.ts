import { decodedAddress } from './address-text.ts';

/** Query parameters that name a page in other systems, the more telling first. Others make no difference. */
const naming = ['p', 'page_id', 'attachment_id', 'post', 'pid', 'aid', 'tid', 'cid', 'id', 'cat', 'sort', 'tag'];
const alsoNaming = ['category_name', 'author', 'author_name', 'name', 'pagename', 'm'];

/**
 * Key under which an old address is stored: its path decoded, in lower case, without host, `/index.php`, extension and
 * trailing slash; of the query only a parameter that names a page, as in `/?p=12`.
 */
export function movedKey(address: string) {
  const { path, query } = splitAddress(address);
  return path + query;
}

/** Path of the key, without its query. */
export function addressPath(address: string) {
  return splitAddress(address).path;
}

/** Key of the page itself, without what other systems append. */
export function pageKey(address: string) {
  const { path, query } = splitAddress(address);
  return withoutSuffixes(path).at(-1) + query;
}

/** Keys under which an address may be stored, the most exact first. */
export function addressKeys(address: string) {
  const { path, query } = splitAddress(address);
  return [...(query === '' ? [] : [path + query]), ...withoutSuffixes(path)];
}

/** Whether a query on the home page names a page or feed of another system. */
export function hasNamingQuery(url: string) {
  return url.includes('?') && (splitAddress(url).query !== '' || /[?&]feed=\w/.test(url));
}

/** Parts that other systems append to a page's address: AMP, feeds, trackbacks, its Markdown, further pages of a list. */
const suffix =
  /(?:\/(?:amp|feed(?:\/(?:atom|rss2?|rdf))?|rss|trackback|embed|print|(?:comment-)?page[/-]\d{1,5})|\.(?:amp|md))$/;
const listPage = /^(\/(?:category|categories|tags?|author)\/.+)\/\d{1,5}$/;

/** Sizes in which WordPress and Ghost offer a picture beside the whole one. */
const size = /-\d{1,5}x\d{1,5}(?=\.(?:jpe?g|png|gif|webp|avif)$)|(?<=\/content\/images)\/size\/\w+(?:\/format\/\w+)?/;

/** The path and what remains of it, suffix by suffix. */
function withoutSuffixes(path: string) {
  const paths = [path];
  for (let left = withoutSuffix(path); paths.length < 5 && !paths.includes(left); left = withoutSuffix(left))
    paths.push(left);
  return paths;
}

function withoutSuffix(path: string) {
  const plain = path
    .replace(suffix, '')
    .replace(size, '')
    .replace(/^\/amp(?=\/)/, '');
  return tidy(plain === path ? path.replace(listPage, '$1') : plain);
}

function splitAddress(address: string) {
  const [local = ''] = address
    .trim()
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split('#', 1);
  const cut = local.indexOf('?');
  const path = tidy(decodedAddress(cut === -1 ? local : local.slice(0, cut)).replace(/\/+/g, '/'));
  return { path, query: cut === -1 ? '' : namingQuery(local.slice(cut)) };
}

function namingQuery(search: string) {
  const parameters = new URLSearchParams(search.replaceAll('&amp;', '&'));
  for (const name of [...naming, ...alsoNaming]) {
    const value = decodedAddress(parameters.get(name) ?? '').trim();
    if (value !== '') return `?${name}=${value}`;
  }
  return '';
}

function tidy(path: string) {
  const plain = path
    .replace(/\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '')
    .replace(/(?:\/index)?\.[sx]?html?$/, '')
    .replace(/\/$/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
