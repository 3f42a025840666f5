import { addressPath, longestMovedPath, pageKey } from '../slugs/moved.ts';

/** Longest address worth showing. */
const longest = 200;
const mostSegments = 8;

/** Openings of paths that scanners of security holes ask for. */
const probes =
  /^\/(?:wp-|wp\/|wordpress\b|cgi-bin|phpmyadmin|pma\b|mysql|adminer|actuator|solr|vendor|xmlrpc|node_modules|server-status|boaform|hnap1|manager\/html|console|telescope|debug|_|owa\b|ecp\b|autodiscover|geoserver|jenkins|sdk\b|remote\b|api\b|graphql|swagger|v[12]\/|env\b|config|backup|phpinfo|info\b|shell|cmd|setup\b|install\b|login\b|signin|dana-na|vpn|hudson|druid|nacos|eval-stdin|assets\/|static\/|js\/|css\/|img\/|fonts\/)/;
/** Signs of code and of hidden files, which no title or slug has. */
const strange =
  /[\p{Cc}\p{Co}\ufffd<>"'`\\{}|^;$*@]|%[\da-f]{2}|\/\.|\.\.|:\/|\s{2}|(?:select|union|sleep|concat)[^a-z]/u;
const page = /(?:^|\/)[^/.]*$|\.(?:xml|rss|atom|md)$/;

/** Key to count a page's address under that was not found; undefined for what looks like no page. */
export function missedKey(address: string): string | undefined {
  const key = pageKey(address);
  if (
    key === '/' ||
    /%[01][\da-f]/i.test(address) ||
    key.length > Math.min(longest, longestMovedPath) ||
    strange.test(key)
  )
    return undefined;
  const path = addressPath(address);
  const isPage = page.test(path) || /^[^.]*\.\d[^.]*$/.test(path);
  return isPage && !probes.test(path) && path.split('/').length <= mostSegments + 1 ? key : undefined;
}
