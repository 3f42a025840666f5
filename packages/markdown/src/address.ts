const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const mediaSchemes = new Set(['http:', 'https:']);

/**
 * Returns an address as a browser would read it, if it may stand in a link: http, https, mailto, tel or relative.
 * Browsers skip tabs, line breaks and leading control characters, so `java\nscript:` is judged without them.
 */
export function safeLink(written: string): string | undefined {
  return safeAddress(written, linkSchemes);
}

/** Returns the address if it may be the source of a picture, video or audio: http, https or relative. */
export function safeMedia(written: string): string | undefined {
  return safeAddress(written, mediaSchemes) || undefined;
}

function safeAddress(written: string, schemes: Set<string>): string | undefined {
  const address = written.replace(/[\p{Cc}--[\x80-\x9f]]+/gv, '').trim();
  const scheme = /^[^/?#\\]*?:/.exec(address)?.[0].toLowerCase();
  return scheme === undefined || schemes.has(scheme) ? address : undefined;
}

/** Whether a safe address leaves the site. A scheme-relative one (`//host`) always does. */
export function isExternal(address: string, siteOrigin: string | undefined): boolean {
  if (/^[\\/]{2}/.test(address)) return true;
  if (!/^https?:/i.test(address)) return false;
  return siteOrigin === undefined || URL.parse(address)?.origin !== URL.parse(siteOrigin)?.origin;
}
