import { layPhotographs } from './photographs.ts';

/** Longest sentence in characters that stands vertically beside a portrait. */
const longestSentence = 24;
/** Pictures on the contact sheet. */
const mostOnSheet = 1000;

/**
 * Lays out the stored HTML of an album when it is shown: as `layPhotographs`, with a short sentence beside the lone
 * portrait after it, and a contact sheet of links to the files at the end.
 */
export function layAlbum(html: string): string {
  const text = layPhotographs(html).replace(
    /<p>([^<>]{1,200})<\/p>\s*(<figure class="fig (?:[\w-]+ )*?photo-tall[^"]*">.*?<\/figure>)/gs,
    (whole, sentence: string, portrait: string) =>
      lengthOf(sentence) > longestSentence
        ? whole
        : `<div class="album-side"><p class="album-sentence">${linesOf(sentence)}</p>${portrait}</div>`,
  );
  return text + contactSheet(photographsIn(html));
}

/** Number of pictures in stored HTML that open in the viewer. */
export function countPhotographs(html: string): number {
  return photographsIn(html).length;
}

function lengthOf(sentence: string) {
  return [...sentence.replace(/&\w+;/g, '-')].length;
}

/** A column for each clause. */
function linesOf(sentence: string) {
  const clauses = sentence.trim().split(/(?<=[，。；！？、,;])(?=.)/u);
  return clauses.map((clause) => clause.replace(/[，。；、,;]$/u, '')).join('<br>');
}

/** Pictures that are not linked elsewhere; signs among words are none. */
function photographsIn(html: string): string[] {
  const unlinked = html.replace(/<a\b[^<>]*>\s*<img [^<>]*>\s*<\/a>/g, '');
  return (unlinked.match(/<img [^<>]*>/g) ?? []).filter((tag) => !isSmall(tag)).slice(0, mostOnSheet);
}

function isSmall(tag: string) {
  const [width, height] = [numberOf(tag, 'width'), numberOf(tag, 'height')];
  return width > 0 && height > 0 && (width < 160 || height < 100);
}

function numberOf(tag: string, name: 'width' | 'height') {
  return Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
}

function contactSheet(tags: string[]): string {
  if (tags.length < 2) return '';
  const items = tags.map((tag, index) => {
    const number = String(index + 1).padStart(2, '0');
    const address = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
    const small = tag.replace(/ (?:title|class|id|sizes|loading)="[^"]*"/g, '');
    const picture = small.replace('<img ', '<img class="album-frame-picture" loading="lazy" sizes="150px" ');
    return `<li><a class="album-frame" href="${address}" aria-label="看第 ${index + 1} 张">${picture}</a><span>${number}</span></li>`;
  });
  const head = `<p class="album-sheet-head"><b>底片</b><span>${tags.length} 张 · 按一张，从那里看起</span></p>`;
  return `<section class="album-sheet" aria-label="底片">${head}<ol>${items.join('')}</ol></section>`;
}
