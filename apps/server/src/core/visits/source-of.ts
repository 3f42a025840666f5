/** Where somebody came from: the host they were on before, and what that is. */
export type Source = { kind: 'search' | 'social' | 'direct' | 'site'; host: string };

const search =
  /(^|\.)(google|bing|baidu|sogou|so|sm|duckduckgo|yahoo|yandex|ecosia|startpage|qwant|toutiao|metaso)\.[a-z.]{2,6}$/;
const social =
  /(^|\.)(weibo\.com|weibo\.cn|qq\.com|zhihu\.com|douban\.com|xiaohongshu\.com|bilibili\.com|douyin\.com|t\.co|x\.com|twitter\.com|facebook\.com|reddit\.com|news\.ycombinator\.com|v2ex\.com|juejin\.cn|t\.me|telegram\.org|linkedin\.com|instagram\.com|threads\.net|bsky\.app|mastodon\.social|discord\.com|okjike\.com)$/;
/** As long as names of hosts may be. */
const longest = 253;

/**
 * Reads the Referer of a page's request; nothing of it but the host is kept. Undefined for a step within the site: `own`
 * is the host it was asked for by.
 */
export function sourceOf(referrer: string, own: string): Source | undefined {
  if (referrer === '') return { kind: 'direct', host: '' };
  const { hostname = '', host = '' } = URL.parse(referrer) ?? {};
  if (hostname === '' || hostname.length > longest) return { kind: 'direct', host: '' };
  if (host === own) return undefined;
  return { kind: kindOf(hostname), host: hostname.replace(/^www\./, '') };
}

function kindOf(host: string): Source['kind'] {
  if (social.test(host)) return 'social';
  return search.test(host) ? 'search' : 'site';
}
