import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { accentSheet } from '@mojian/ui/accent';
import { afterPaint } from '../shell/first-script.ts';

/** A style sheet as it is written into pages. `source` admits it in the CSP. */
type Sheet = { css: string; source: string };

/** React Router appends `#` to the sheets of shared parts. */
const sheetLink =
  /<link(?: nonce="[^"]*")? rel="stylesheet" href="(\/assets\/[^"#]+\.css|\/accent\.css\?colour=[\da-f]{6})(#?)"\/>/g;

/**
 * Makes a rendered page paint without another request. Styles are written into it, but for `after-paint.css`; each link
 * stays for hydration, disabled. Scripts, and `after-paint.css` where there are scripts, are left to the first script.
 * `sources` admits the styles in the CSP.
 */
export function paintFirst(html: string, nonce: string) {
  const sources: string[] = [];
  const painted = html
    .replaceAll('<link rel="modulepreload"', `<link rel="${afterPaint.rel}"`)
    .replace(`<script nonce="${nonce}" type="module" async="">`, `<script nonce="${nonce}" type="${afterPaint.type}">`);
  // Vite serves and injects the styles itself
  if (import.meta.env.DEV) return { html: painted, sources };
  const styled = painted.replaceAll(sheetLink, (_, href: string, hash: string) => {
    const link = `<link rel="stylesheet" href="${href}${hash}"`;
    if (/\/after-paint-[^/]+$/.test(href))
      return `${link} disabled="" ${afterPaint.sheet}=""><noscript>${link}></noscript>`;
    const { css, source } = sheetOf(href);
    sources.push(source);
    return `<style>${css}</style>${link} disabled="">`;
  });
  return { html: styled, sources };
}

/** By address, which names the contents. */
const sheets = new Map<string, Sheet>();

function sheetOf(href: string): Sheet {
  const known = sheets.get(href);
  if (known) return known;
  const [, colour] = href.split('?colour=');
  const css = colour
    ? accentSheet(`#${colour}`)
    : readFileSync(resolve(import.meta.dirname, `../client${href}`), 'utf8').trim();
  const sheet = { css, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  sheets.set(href, sheet);
  return sheet;
}
