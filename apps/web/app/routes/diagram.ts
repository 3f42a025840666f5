import { createHash } from 'node:crypto';

// The address of the drawing program comes in the fragment; the policy lets nothing but this site's own scripts run.
const script = 'import(location.hash.slice(1))';
const style = `html{background:transparent}body{margin:0;overflow:auto hidden;text-align:center}svg{display:block;margin:auto;height:auto}@media print{.dark svg{filter:invert(1) hue-rotate(180deg)}}`;
const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>图示</title><style>${style}</style></head><body><script type="module">${script}</script></body></html>`;

/**
 * The frame in which diagrams are drawn. It has a policy of its own, because mermaid writes styles; in return it has
 * no origin, so that whatever it draws can reach neither the page around it nor the API.
 */
const policyOn = (origin: string) =>
  [
    "default-src 'none'",
    // in a frame without an origin WebKit takes 'self' for nobody: the site is named as well
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
