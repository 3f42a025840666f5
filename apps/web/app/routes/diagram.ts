import { createHash } from 'node:crypto';

// The script's address comes in the fragment; the CSP allows this site's scripts only.
const script = 'import(location.hash.slice(1))';
const style = `html{background:transparent}body{margin:0;overflow:auto hidden;text-align:center}svg{display:block;margin:auto;height:auto}@media print{.dark svg{filter:invert(1) hue-rotate(180deg)}}`;
const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>图示</title><style>${style}</style></head><body><script type="module">${script}</script></body></html>`;

/**
 * Document of the diagram frame. Its CSP allows the styles mermaid writes; in return it has an opaque origin and
 * reaches neither page nor API.
 */
const policyOn = (origin: string) =>
  [
    "default-src 'none'",
    // in an opaque origin WebKit matches 'self' to nothing, hence the site by name
    `script-src 'self' ${origin} 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ');

export const loader = ({ request }: { request: Request }) =>
  new Response(page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOn(new URL(request.url).origin),
    },
  });
