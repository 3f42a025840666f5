/**
 * The one address under which a page is rendered, cached and counted: without a trailing slash, with only the query
 * parameters that change it, in one order. `undefined` for an address no browser would send.
 */
export function pageAddress(url: string, pageParams: readonly string[]): string | undefined {
  const cut = url.indexOf('?');
  const path = cut === -1 ? url : url.slice(0, cut);
  const plain = path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') || '/' : path;
  if (!plain.startsWith('/') || plain.startsWith('//') || !isDecodable(plain)) return undefined;
  if (cut === -1) return plain;

  const given = new URLSearchParams(url.slice(cut + 1));
  const kept = pageParams.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? '']] : []));
  const query = new URLSearchParams(kept).toString();
  return query ? `${plain}?${query}` : plain;
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
