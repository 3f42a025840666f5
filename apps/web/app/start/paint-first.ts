import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { accentSheet } from '@mojian/ui/accent';
import { afterPaint } from '../shell/first-script.ts';

/** A style sheet as it is written into pages. `source` admits it in the CSP. */
type Sheet = { bytes: Uint8Array; source: string };

/** Text, or the bytes of a style sheet: as text it would be copied with every change of the page. */
export type Piece = string | Uint8Array;

/** React Router appends `#` to the sheets of shared parts. */
const sheetLink =
  /<link(?: nonce="[^"]*")? rel="stylesheet" href="(\/assets\/[^"#]+\.css|\/accent\.css\?colour=[\da-f]{6})(#?)"\/>/g;

/** A page cut where its body and its scripts begin: changes of either end then copy only that end. */
type CutPage = { head: string; body: string; scripts: string };

export function cutPage(html: string, nonce: string): CutPage {
  const headEnd = html.indexOf('</head>');
  const scriptsAt = html.indexOf(`<script nonce="${nonce}"`, headEnd);
  const bodyEnd = scriptsAt < 0 ? html.length : scriptsAt;
  return { head: html.slice(0, headEnd), body: html.slice(headEnd, bodyEnd), scripts: html.slice(bodyEnd) };
}

/**
 * Makes a rendered page paint without another request. Styles are written into it, but for sheets whose name begins with
 * `after-paint`; each link stays for hydration, disabled. Scripts, and those sheets where there are scripts, are left to
 * the first script.
 * `sources` admits the styles in the CSP; `fill` puts the cached fragments into the body.
 */
export function paintFirst({ head, body, scripts }: CutPage, nonce: string, fill: (body: string) => Piece[]) {
  const sources: string[] = [];
  const painted = head.replaceAll('<link rel="modulepreload"', `<link rel="${afterPaint.rel}"`);
  // Vite serves and injects the styles itself
  const links = import.meta.env.DEV ? [] : painted.matchAll(sheetLink);
  const pieces: Piece[] = [doctype];
  let at = 0;
  for (const { 0: whole, 1: href = '', 2: hash = '', index } of links) {
    pieces.push(painted.slice(at, index));
    at = index + whole.length;
    const link = `<link rel="stylesheet" href="${href}${hash}"`;
    if (/\/after-paint-[^/]+$/.test(href)) {
      pieces.push(`${link} disabled="" ${afterPaint.sheet}=""><noscript>${link}></noscript>`);
      continue;
    }
    const { bytes, source } = sheetOf(href);
    sources.push(source);
    pieces.push(bytes, `${link} disabled="">`);
  }
  const begin = `<script nonce="${nonce}" type=`;
  const deferred = scripts.replace(`${begin}"module" async="">`, `${begin}"${afterPaint.type}">`);
  pieces.push(painted.slice(at), ...fill(body), deferred);
  return { pieces, sources };
}

export const doctype = '<!DOCTYPE html>';

/** By address, which names the contents. */
const sheets = new Map<string, Sheet>();

function sheetOf(href: string): Sheet {
  const known = sheets.get(href);
  if (known) return known;
  const [, colour] = href.split('?colour=');
  const css = colour
    ? accentSheet(`#${colour}`)
    : readFileSync(resolve(import.meta.dirname, `../client${href}`), 'utf8').trim();
  const bytes = new TextEncoder().encode(`<style>${css}</style>`);
  const sheet = { bytes, source: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
  sheets.set(href, sheet);
  return sheet;
}
