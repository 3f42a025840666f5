import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sealCharacter } from '@mojian/contract/core/icons';
import type { Theme } from '@mojian/contract/platform/rules';
import { escapeHtml, replacePassages } from '@mojian/markdown/text';
import { LRUCache } from 'lru-cache';
import { programFile } from '../program-files.ts';

const tokensFile = programFile('packages/ui/src/tokens.css');

const comment = { opening: /\/\*/g, closing: /\*\//g };
const styleSheet = { opening: /<style>/g, closing: /<\/style>/g };

const style = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--color-paper);color:var(--color-ink);font:var(--text-base)/var(--text-base--line-height) var(--font-sans)}
main{max-width:var(--measure);margin:auto;padding:var(--space-16) var(--gutter)}
a{color:inherit;text-decoration:none}
:is(a,button):focus-visible{outline:none;box-shadow:var(--ring)}
.brand{display:inline-flex;align-items:center;gap:12px;font:600 var(--text-lg)/1 var(--font-serif)}
.brand svg{width:40px;height:40px}
h1{margin-top:var(--space-12);font:600 var(--text-2xl)/var(--text-2xl--line-height) var(--font-serif)}
p{margin-top:var(--space-2);color:var(--color-ink-2)}
ul{margin-top:var(--space-8);padding:0;list-style:none;border-top:1px solid var(--color-line)}
li a{display:block;padding:12px 0;border-bottom:1px solid var(--color-line);overflow-wrap:anywhere;font:var(--text-body)/1.6 var(--font-serif)}
li a:hover{color:var(--color-seal)}
nav{display:flex;flex-wrap:wrap;gap:12px;margin-top:var(--space-8)}
.btn{display:inline-flex;align-items:center;height:40px;padding:0 20px;border:1px solid var(--color-line-2);border-radius:var(--radius);background:none;color:inherit;font:inherit;font-weight:500;cursor:pointer}
.btn:first-child{background:var(--color-fill);border-color:var(--color-fill);color:var(--color-on-seal)}
`;

type PlainPageOptions = {
  siteName: string;
  /** Whether the seal appears beside the name: not with a logo, which such a page cannot fetch. */
  hasSeal?: boolean;
  title: string;
  /** HTML below the title. */
  inner: string;
  /** Theme of the site; the page's script may apply the reader's own. */
  theme?: Theme;
  script?: string;
  /** Whether `inner` contains a form that posts to this site, which the policy then allows. */
  hasForm?: boolean;
};

export type PlainPage = { html: string; policy: string };

/** Renders a self-contained page outside the web app. Its `policy` blocks everything else. */
export function plainPage({
  siteName,
  hasSeal = true,
  title,
  inner,
  theme = 'light',
  script,
  hasForm = false,
}: PlainPageOptions): PlainPage {
  const character = sealCharacter(siteName);
  const ownSeal = () => (character === '' ? readFileSync(sealFile, 'utf8') : sealDrawing(character));
  const seal = hasSeal ? ownSeal() : '';
  const tokens = replacePassages(readFileSync(tokensFile, 'utf8'), comment, () => '');
  const sheet = tokens + style;
  const name = escapeHtml(siteName);
  const html = `<!doctype html>
<html lang="zh-CN" data-theme="${theme}"><head><meta charset="utf-8"><title>${title} · ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
${script ? `<script>${script}</script>` : ''}<style>${sheet}</style></head>
<body><main><a class="brand" href="/">${seal}${name}</a><h1>${title}</h1>${inner}</main></body></html>
`;
  const styles: string[] = [];
  replacePassages(html, styleSheet, (text, whole) => {
    styles.push(hashOf(text));
    return whole;
  });
  const policy = [
    "default-src 'none'",
    script && `script-src ${hashOf(script)}`,
    `style-src ${styles.join(' ')}`,
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ];
  return { html, policy: policy.filter(Boolean).join('; ') };
}

function hashOf(text: string) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export const sealFile = programFile('apps/web/public/favicon.svg');

/** Seal of one character in the device's Song typeface; blank for ''. */
export function sealDrawing(character: string) {
  const text = character.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const mark =
    text === ''
      ? '<rect x="10" y="10" width="28" height="28" fill="none" stroke="#fcf8f0" stroke-width="2.4"/>'
      : `<text x="24" y="24" dy=".36em" text-anchor="middle" font-size="33" font-weight="700" fill="#fcf8f0" font-family="'Songti SC','STSong','Noto Serif CJK SC','Source Han Serif SC','SimSun',serif">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><filter id="cut" x="-6%" y="-6%" width="112%" height="112%"><feTurbulence type="fractalNoise" baseFrequency=".09" numOctaves="3" seed="8"/><feDisplacementMap in="SourceGraphic" scale="1.7"/></filter><g filter="url(#cut)"><path d="M3 2.5h41.5l1 1.2-.3 41.3-1.2.7-41-.2-1-1.5.2-40.5z" fill="#bd3428"/>${mark}</g></svg>`;
}

/** Busy pages by site name and message: building one reads files, and a site under attack sends thousands. */
const busyPages = new LRUCache<string, PlainPage>({ max: 20 });

/** Page sent instead of one that cannot be rendered now. It reloads itself after a random pause. */
export function busyPage(siteName: string, message: string): PlainPage & { refresh: string } {
  const key = `${siteName}\n${message}`;
  const page = busyPages.get(key) ?? makeBusyPage(siteName, message);
  busyPages.set(key, page);
  return { ...page, refresh: String(8 + Math.floor(Math.random() * 12)) };
}

function makeBusyPage(siteName: string, message: string) {
  const links = '<nav><a class="btn" href="">重试</a><a class="btn" href="/">回首页</a></nav>';
  const inner = `<p>${escapeHtml(message)}。这一页会自己再试，不用一直刷新。</p>${links}`;
  return plainPage({ siteName, title: '请稍等一会儿', inner });
}
