import type { Web } from './web-build.ts';

/** Addresses the specification names that are another page here. */
const otherNames: Record<string, string> = { '/chat': '/im' };

/** The one page of every address that leads nowhere. */
export const notFoundPage = '/404';

/**
 * Where an address leads. `key` is that of the page which is rendered and cached for it: without a trailing slash, with
 * only the query parameters its route knows, in one order. `moved` where the address has a slash too many or a value no page of its route has, and `path` what
 * was asked for, which may have had a page once.
 */
export type PageAddress = { key: string; path: string; moved?: string };

export function pageAddress(url: string, { isPage, query }: Pick<Web, 'isPage' | 'query'>): PageAddress {
  const cut = url.indexOf('?');
  const given = cut === -1 ? url : url.slice(0, cut);
  const path = withoutSlashes(given);
  const otherName = otherNames[path];
  if (otherName) return { key: otherName, path, moved: otherName };
  if (!isPage(path) || !isDecodable(path)) return { key: notFoundPage, path };

  const asked = cut === -1 ? '' : url.slice(cut);
  if (path !== given) return { key: path, path, moved: path + asked };
  const known = query(path, new URLSearchParams(asked));
  if (!known) return { key: path, path, moved: path };
  return { key: known.size > 0 ? `${path}?${known}` : path, path };
}

/** By counting: an expression takes the square of their number. */
function withoutSlashes(path: string) {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
