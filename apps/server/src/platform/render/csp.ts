import { createHash } from 'node:crypto';
import { replacePassages } from '@mojian/markdown/passages';

const anyScript = { opening: /<script\b/g, closing: /<\/script>/g };

/**
 * Of the scripts in a rendered page those that the renderer wrote, by the mark it gave them, which nobody else can know;
 * and the page without the marks.
 */
export function ownScripts(html: string, mark: string | null) {
  if (!mark) return { html, scripts: [] };
  const attribute = ` nonce="${mark}"`;
  const isInline = (attributes: string) => attributes.includes(attribute) && !/\bsrc=/.test(attributes);
  const scripts: string[] = [];
  replacePassages(html, anyScript, (inner, whole) => {
    const end = inner.indexOf('>');
    if (end >= 0 && isInline(inner.slice(0, end))) scripts.push(inner.slice(end + 1));
    return whole;
  });
  return { html: html.replaceAll(attribute, ''), scripts };
}

/**
 * The content security policy of one finished page: own host only, and exactly these inline scripts, by hash. No
 * `unsafe-inline` anywhere, so an injected script, style or event handler does nothing.
 */
export function contentSecurityPolicy(scripts: string[], { dev = false } = {}) {
  const hashes = scripts.map((script) => `'sha256-${sha256(script)}'`);
  const directives = {
    'default-src': ["'self'"],
    // Vite writes scripts into the page while developing
    'script-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'", ...new Set(hashes)],
    // Vite injects styles and talks over a socket while developing
    'style-src': dev ? ["'self'", "'unsafe-inline'"] : ["'self'"],
    'connect-src': dev ? ["'self'", 'ws:'] : ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'"],
    'frame-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64');
}
