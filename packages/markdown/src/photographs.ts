import { decodeXML } from 'entities/decode';

/** Widths beyond the text's, from narrow to wide. In stored HTML a picture has the class `photo-wide`. */
export const pictureWidths = ['wide', 'page', 'full'] as const;

type PictureWidth = (typeof pictureWidths)[number];

/** Width in CSS pixels that each class may take. The window's is not known. */
const columns = { text: 760, wide: 1000, page: 1200, full: 2000 };

/** Below it in CSS pixels a picture is a sign among words, not a photograph. */
const leastPhotograph = { width: 160, height: 100 };
/** Ratio below which a picture is a portrait. */
const portrait = 0.85;
/** A portrait lower than this needs no room beside it. */
const leastTall = 480;
/** A narrower picture stands in the middle, its caption below the middle. */
const narrow = 520;
const mostInLine = 4;
/** With more pictures a text is shown as stored: laying them out would hold up the process that serves everybody. */
const mostPictures = 1000;
/** Ratio of a picture whose size is unknown, such as one that is gone. */
const usualRatio = 1.5;
/** From this ratio on, no window is too low for a row. */
const flat = 4;

type Photo = { tag: string; html: string; width: number; height: number; title: string; alone: boolean; ratio: number };

/**
 * Lays out the pictures of stored HTML when it is shown, so that texts from before gain it as well: picture lines of one
 * paragraph become justified rows, the caption's place stands apart, and each figure knows its width and ratio by
 * classes, as the CSP forbids styles.
 */
export function layPhotographs(html: string): string {
  const pictures = countPictures(html);
  if (pictures === 0 || pictures > mostPictures) return html;
  return html
    .replace(/<figure class="fig">(.*?)<\/figure>/gs, (whole, inner: string) => layFigure(inner) ?? whole)
    .replace(/<p>((?:<(?:img|a|\/a|br)\b[^<>]*>\s*)+)<\/p>/g, (whole, inner: string) => layParagraph(inner) ?? whole);
}

/** Counts no further than needed. */
function countPictures(html: string) {
  let count = 0;
  for (let at = html.indexOf('<img '); at >= 0 && count <= mostPictures; at = html.indexOf('<img ', at + 1)) count++;
  return count;
}

function layFigure(inner: string): string | undefined {
  const [shown = '', caption] = inner.split('<figcaption>');
  const photo = readPhotos(shown)?.[0];
  if (!photo) return undefined;
  const words = caption?.replace(/<\/figcaption>\s*$/, '');
  return figureOf(photo, words === undefined ? undefined : splitCaption(words));
}

function figureOf(photo: Photo, caption: Caption | undefined): string {
  const width = widthOf([photo]);
  const isTall = !width && photo.ratio < portrait && photo.height >= leastTall && !isShare(photo);
  const isNarrow = photo.width > 0 && photo.width < narrow;
  const styles = [...(width ? [width] : []), ...(isTall ? ['tall'] : isNarrow ? ['narrow'] : [])];
  const classes = ['fig', ...styles.map((look) => `photo-${look}`), ...ratioClasses(photo.ratio)];
  const keepsSizes = photo.width === 0 || isShare(photo);
  const shown = keepsSizes ? photo.html : withSizes(photo, columns[width ?? 'text'], 1);
  return `<figure class="${classes.join(' ')}">${shown}${captionHtml(caption)}</figure>`;
}

function layParagraph(inner: string): string | undefined {
  const photos = readPhotos(inner);
  if (!photos || photos.length < 2 || photos.some(isSmall) || photos.some(isShare)) return undefined;
  return groupsOf(photos)
    .map((group) => {
      const [only] = group;
      return only && group.length === 1 ? figureOf(only, captionOf(group)) : rowOf(group);
    })
    .join('\n');
}

const picture = /<a [^<>]*>\s*<img [^<>]*>\s*<\/a>|<img [^<>]*>/g;

/** Reads a run of pictures, linked or not; undefined where there is anything else. */
function readPhotos(inner: string): Photo[] | undefined {
  if (inner.replace(picture, '').replace(/<br ?\/?>|\s+/g, '') !== '') return undefined;
  return (inner.match(picture) ?? []).map((html) => {
    const tag = /<img [^<>]*>/.exec(html)?.[0] ?? '';
    const [width, height] = [Number(attributeOf(tag, 'width')), Number(attributeOf(tag, 'height'))];
    const ratio = width && height ? width / height : usualRatio;
    return { tag, html, width, height, title: attributeOf(tag, 'title'), alone: has(tag, 'photo-alone'), ratio };
  });
}

const attributes = {
  src: / src="([^"]*)"/,
  title: / title="([^"]*)"/,
  class: / class="([^"]*)"/,
  width: / width="([^"]*)"/,
  height: / height="([^"]*)"/,
};

function attributeOf(tag: string, name: keyof typeof attributes) {
  return attributes[name].exec(tag)?.[1] ?? '';
}

function has(tag: string, name: string) {
  return attributeOf(tag, 'class').split(' ').includes(name);
}

function isSmall({ width, height }: Photo) {
  return width > 0 && height > 0 && (width < leastPhotograph.width || height < leastPhotograph.height);
}

function isShare({ tag }: Photo) {
  return /\bw-(?:25|50|75)\b/.test(attributeOf(tag, 'class'));
}

/** Neighbours stand together, but for pictures whose author keeps them alone. */
function groupsOf(photos: Photo[]) {
  const groups: Photo[][] = [];
  for (const photo of photos) {
    const last = groups.at(-1);
    if (last && !photo.alone && !last.some(({ alone }) => alone)) last.push(photo);
    else groups.push([photo]);
  }
  return groups;
}

/** The widest that any picture asks for. */
function widthOf(photos: Photo[]): PictureWidth | undefined {
  return pictureWidths.findLast((width) => photos.some(({ tag }) => has(tag, `photo-${width}`)));
}

function rowOf(photos: Photo[]): string {
  const width = widthOf(photos);
  const lines = linesOf(photos).map((line) => lineHtml(line, columns[width ?? 'text']));
  const classes = width ? `photo-row photo-${width}` : 'photo-row';
  return `<figure class="${classes}">${lines.join('')}${captionHtml(captionOf(photos))}</figure>`;
}

/** 5 = 2 + 3, 6 = 3 + 3, 7 = 3 + 4: lines as equal as can be, the longer ones last. */
function linesOf(photos: Photo[]) {
  const lines: Photo[][] = [];
  let begun = 0;
  for (let left = Math.ceil(photos.length / mostInLine); left > 0; left--) {
    const end = begun + Math.floor((photos.length - begun) / left);
    lines.push(photos.slice(begun, end));
    begun = end;
  }
  return lines;
}

/**
 * Writes a justified line. Its pictures get the height of the lowest: a flex line shrinks them in proportion to their widths,
 * so that they keep one height, and none is drawn larger than it is.
 */
function lineHtml(line: Photo[], column: number): string {
  const heights = line.flatMap(({ height }) => height || []);
  const height = heights.length > 0 ? Math.min(...heights) : 1000;
  const sum = line.reduce((all, { ratio }) => all + ratio, 0);
  const groups = splitForPhone(line).map((part) => {
    const ofPart = part.reduce((all, { ratio }) => all + ratio, 0);
    const shown = part.map((photo) => {
      const sized = resized(photo, Math.max(1, Math.round(photo.ratio * height)), height);
      return withSizes(sized, (column * photo.ratio) / sum, photo.ratio / ofPart);
    });
    return `<span class="photo-part">${shown.join('')}</span>`;
  });
  return `<span class="${['photo-line', ...ratioClasses(sum)].join(' ')}">${groups.join('')}</span>`;
}

/** On phones two pictures stay together, also three portraits; else the first of three has the width for itself. */
function splitForPhone(line: Photo[]) {
  if (line.length < 3 || (line.length === 3 && line.every(({ ratio }) => ratio < portrait))) return [line];
  const first = line.length - 2;
  return [line.slice(0, first), line.slice(first)];
}

function resized(photo: Photo, width: number, height: number): Photo {
  const tag = photo.tag
    .replace(/ (?:width|height)="\d*"/g, '')
    .replace('<img ', `<img width="${width}" height="${height}" `);
  return { ...photo, tag, html: photo.html.replace(photo.tag, () => tag), width, height };
}

/** `share`: of the window on a phone. */
function withSizes({ html, width }: Photo, column: number, share: number): string {
  const most = Math.round(width > 0 ? Math.min(column, width) : column);
  const wide = column >= columns.full ? '100vw' : `${most}px`;
  const sizes = `(max-width: 640px) ${Math.round(share * 100)}vw, ${wide}`;
  return html.replace('<img ', `<img sizes="${sizes}" `);
}

/** Classes that spell a ratio, down to .05, for photographs.css; none for a flat one, which no window cuts. */
function ratioClasses(ratio: number): string[] {
  if (ratio >= flat) return [];
  const steps = Math.max(4, Math.floor(ratio * 20));
  const digits = [`u${Math.floor(steps / 20)}`, `t${Math.floor((steps % 20) / 2)}`, ...(steps % 2 ? ['h5'] : [])];
  return ['sized', ...digits].map((digit) => `photo-${digit}`);
}

/** HTML, escaped. */
type Caption = { words: string; place: string };

/** Divides `题注｜地点` at its last bar. */
function splitCaption(html: string): Caption {
  const bar = html.lastIndexOf('｜');
  if (bar < 0) return { words: html, place: '' };
  return { words: html.slice(0, bar).trim(), place: html.slice(bar + 1).trim() };
}

const positions: Record<number, string[]> = { 2: ['左', '右'], 3: ['左', '中', '右'] };

/** Caption of a row: the only one, or each with the position of its picture; places once. */
function captionOf(photos: Photo[]): Caption | undefined {
  const all = photos.map(({ title }) => splitCaption(title));
  const places = [...new Set(all.flatMap(({ place }) => place || []))].join(' · ');
  const spoken = all.flatMap(({ words }, index) => (words ? [{ words, index }] : []));
  if (spoken.length === 0) return places ? { words: '', place: places } : undefined;
  const [first] = spoken;
  if (first && spoken.length === 1) return { words: first.words, place: places };
  const names = positions[photos.length];
  const words = spoken.map(({ words: text, index }) => {
    const end = text.replace(/[。；，;,.]$/, '');
    return names ? `${names[index]}，${end}` : end;
  });
  return { words: `${words.join('；')}。`, place: places };
}

function captionHtml(caption: Caption | undefined): string {
  if (!caption) return '';
  const words = caption.words && `<span>${caption.words}</span>`;
  const place = caption.place && `<span class="photo-place">${caption.place}</span>`;
  return `<figcaption>${words}${place}</figcaption>`;
}

/** Address and size of a picture in HTML. */
export type FirstPhotograph = { url: string; width: number; height: number };

/** The first picture of stored HTML that is a photograph of this site, rather than a sign; undefined without one. */
export function firstPhotograph(html: string): FirstPhotograph | undefined {
  for (const [tag] of html.matchAll(/<img [^<>]*>/g)) {
    const url = decodeXML(attributeOf(tag, 'src'));
    const [width, height] = [Number(attributeOf(tag, 'width')), Number(attributeOf(tag, 'height'))];
    if (/^\/files\/[\w/-]+\.webp$/.test(url) && width >= leastPhotograph.width && height >= leastPhotograph.height)
      return { url, width, height };
  }
  return undefined;
}
