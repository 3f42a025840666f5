import { createHash } from 'node:crypto';

const inlineScript = /<script(?![^>]*\bsrc=)(?![^>]*\btype="application\/ld\+json")[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The content security policy of one finished page: own host only, and exactly the inline scripts it contains, by hash.
 * No `unsafe-inline` anywhere, so an injected script, style or event handler does nothing.
 */
export function contentSecurityPolicy(html: string, { dev = false } = {}) {
  const hashes = [...html.matchAll(inlineScript)].map(([, script]) => `'sha256-${sha256(script ?? '')}'`);
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...new Set(hashes)],
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
