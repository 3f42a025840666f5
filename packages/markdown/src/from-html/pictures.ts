import { safeMedia } from '../address.ts';
import { all, classesOf, replaceElement, styleOf, unwrap } from './dom.ts';

/** Attributes that hold the URL of a lazily loaded picture. */
const hidden = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-original-src', 'data-orig-file'];

/** Resolves picture URLs and captions; drops tracking pixels and replaces emoji images with text. */
export function readPictures(document: Document, lossless: boolean): void {
  for (const picture of all(document, 'img')) readPicture(picture, lossless);
  if (lossless) for (const noscript of all(document, 'noscript')) readNoscript(noscript);
}

function readPicture(picture: Element, lossless: boolean) {
  const address = addressOf(picture, lossless);
  const alt = picture.getAttribute('alt')?.trim() ?? '';
  const isWord = / (emoji|wp-smiley) /.test(classesOf(picture)) || (lossless && !address);
  if (isWord && alt) replaceElement(picture, picture.ownerDocument.createTextNode(alt));
  else if (!address || isPixel(picture)) picture.remove();
  else normalizePicture(picture, address, alt);
}

/** Unwraps the picture of a `<noscript>` unless a lazily loaded one stands before it. */
function readNoscript(noscript: Element) {
  const before = noscript.previousElementSibling;
  const isDouble = before?.localName === 'img' || Boolean(before?.querySelector('img'));
  if (isDouble) noscript.remove();
  else unwrap(noscript);
}

function normalizePicture(picture: Element, address: string, alt: string) {
  const title = picture.getAttribute('data-title') ?? '';
  const share = shareOf(picture);
  for (const { name } of Array.from(picture.attributes)) picture.removeAttribute(name);
  picture.setAttribute('src', address);
  picture.setAttribute('alt', alt.replace(/\s+/g, ' '));
  if (title) picture.setAttribute('title', title);
  if (share) picture.setAttribute('data-share', String(share));
  const figure = picture.closest('figure');
  const caption = figure?.querySelector('figcaption');
  if (!figure || !caption || caption.closest('figure') !== figure || figure.querySelectorAll('img').length > 1) return;
  if (caption.querySelector('a') || caption.contains(picture)) return; // the link and the picture must stay
  const words = oneLineText(caption);
  if (words !== oneLineText(figure)) return; // beside other words a title is out of sight
  picture.setAttribute('title', words);
  caption.remove();
}

function oneLineText({ textContent }: Element) {
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** Pixels of a column of text, by which widths in pixels become shares. */
const column = 720;

/** Percent of the column that the writer gave the picture; 0 for none. WordPress writes the file's own size on each. */
function shareOf(picture: Element): number {
  const style = styleOf(picture);
  const written = picture.getAttribute('width')?.trim() ?? '';
  const percent = /^(\d{1,3})%$/.exec(written)?.[1] ?? /(?:^|;)(?:zoom|width):(\d{1,3})(?:\.\d+)?%/.exec(style)?.[1];
  if (percent) return clampShare(Number(percent));
  const isOfWordPress = / (?:size-|wp-image-|align)/.test(classesOf(picture));
  const isResized = picture.closest('.is-resized') !== null;
  const pixels =
    /(?:^|;)width:(\d{1,4})px/.exec(style)?.[1] ??
    (isOfWordPress && !isResized ? '' : /^(\d{1,4})(?:px)?$/.exec(written)?.[1]);
  return pixels ? clampShare((Number(pixels) / column) * 100) : 0;
}

function clampShare(share: number) {
  const step = Math.ceil(share / 25) * 25;
  return step > 0 && step < 100 ? step : 0;
}

/** Characters of a picture inside the text; a longer one would be most of the article. */
const longestData = 300_000;

function addressOf(picture: Element, lossless: boolean): string {
  const written = [...hidden, 'src'].map((name) => picture.getAttribute(name)?.trim() ?? '');
  const all = lossless ? [...written, firstOf(picture, 'data-srcset'), firstOf(picture, 'srcset')] : written;
  const address = all.find((one) => (lossless ? isPicture(one) : /^(https?:)?\/\/|^\/files\/|^pasted:/i.test(one)));
  return address?.replace(/\s/g, '%20') ?? '';
}

function isPicture(address: string) {
  if (/^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,/i.test(address)) return address.length <= longestData;
  return address !== '' && safeMedia(address) !== undefined && !address.startsWith('#');
}

function firstOf(picture: Element, name: string) {
  return (picture.getAttribute(name) ?? '').trim().split(/[\s,]/, 1)[0] ?? '';
}

function isPixel(picture: Element) {
  return ['width', 'height'].some((side) => /^[01](px)?$/.test(picture.getAttribute(side) ?? ''));
}
