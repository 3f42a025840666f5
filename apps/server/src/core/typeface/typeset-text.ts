import { decodeHTMLStrict } from 'entities/decode';

/** Elements set in the typeface at weight 600, by name or by class; `e2e/typeface.spec.ts` finds one that is missing here. */
const named = /<(h[1-4]|b|th|summary)\b[^<>]*>([\s\S]{0,2000}?)<\/\1>/g;
const classes = 'brand|slip|vertical|shell-footer-motto|hot-glyph|home-sheet-term|home-strip-end';
const classed = new RegExp(`<(a|p|span) class="(?:[^"]* )?(?:${classes})[ "][^<>]*>([\\s\\S]{0,2000}?)</\\1>`, 'g');
/** Numbered titles, the leaf of a calendar, and the index of tags on the home page. */
const ofHome = /<(?:span|div) class="home-(?:recommended-number|leaf|index)[ "][^<>]*>/g;
const endOfHome = /<\/(?:li|div)>/g;
/** First paragraph of an article, which begins with a large character and the sign before it. */
const capped = /<div class="[^"]*\bprose-capped\b[^<>]*>\s*<p>([\s\S]{0,200})/;

/** Text of a page's HTML that is set in the typeface: titles, headings, names, the masthead, the drop cap. */
export function typesetText(html: string): string {
  const matches = [named, classed].flatMap((pattern) => [...html.matchAll(pattern)]);
  const found = [...matches.map((match) => match.at(-1) ?? ''), ...passagesOfHome(html)].map(plain);
  const [, opening] = capped.exec(html) ?? [];
  return found.join('') + (opening === undefined ? '' : plain(opening).trimStart().slice(0, 3));
}

function passagesOfHome(html: string): string[] {
  const found: string[] = [];
  for (const { 0: opening, index } of html.matchAll(ofHome)) {
    endOfHome.lastIndex = index + opening.length;
    const end = endOfHome.exec(html);
    if (!end) break;
    found.push(html.slice(index + opening.length, end.index));
  }
  return found;
}

function plain(html: string) {
  const words = html.replace(/<[^<>]*>/g, '');
  return words.includes('&') ? decodeHTMLStrict(words) : words;
}
