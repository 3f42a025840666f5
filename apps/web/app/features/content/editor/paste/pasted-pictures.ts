import { all, classesOf, replaceElement } from './dom.ts';

/** Where lazily loading pages keep the address of a picture. */
const hidden = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc', 'data-original-src'];

/** Pictures with their real address and the words beneath them; what only counts readers or stands for a smiley is none. */
export function readPictures(document: Document): void {
  for (const picture of all(document, 'img')) {
    const address = addressOf(picture);
    const alt = picture.getAttribute('alt')?.trim() ?? '';
    if (/ (emoji|wp-smiley) /.test(classesOf(picture)) && alt) replaceElement(picture, document.createTextNode(alt));
    else if (!address || isPixel(picture)) picture.remove();
    else settle(picture, address, alt);
  }
}

function settle(picture: Element, address: string, alt: string) {
  for (const { name } of Array.from(picture.attributes)) picture.removeAttribute(name);
  picture.setAttribute('src', address);
  picture.setAttribute('alt', alt.replace(/\s+/g, ' '));
  const figure = picture.closest('figure');
  const caption = figure?.querySelector('figcaption');
  if (!figure || !caption || figure.querySelectorAll('img').length > 1) return;
  picture.setAttribute('title', (caption.textContent ?? '').replace(/\s+/g, ' ').trim());
  caption.remove();
}

function addressOf(picture: Element): string {
  const written = [...hidden, 'src'].map((name) => picture.getAttribute(name)?.trim() ?? '');
  const address = written.find((one) => /^(https?:)?\/\/|^\/files\/|^pasted:/i.test(one));
  return address?.replace(/\s/g, '%20') ?? '';
}

function isPixel(picture: Element) {
  return ['width', 'height'].some((side) => /^[01](px)?$/.test(picture.getAttribute(side) ?? ''));
}
