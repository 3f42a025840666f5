import { drawn } from '../../ui/cover.tsx';
import { firstCharacter, hueOf } from '../../ui/face.tsx';

/** The drawing that replaces an image's failed picture, by theme. */
const standIns = new WeakMap<HTMLImageElement, { shown: string; draw: (isNight: boolean) => string }>();
const clear = svg(1, 1, '');

/**
 * Replaces pictures that fail to load, now and later, with a drawing. Changes `src` in place, so that React can still
 * update the elements.
 */
export function mendPictures() {
  addEventListener('error', ({ target }) => target instanceof HTMLImageElement && mend(target), true);
  for (const image of document.images)
    if (image.complete && image.naturalWidth === 0 && image.src) image.decode().catch(() => mend(image));

  new MutationObserver(() => {
    for (const image of document.images) if (standIns.get(image)?.shown === image.getAttribute('src')) show(image);
  }).observe(document.documentElement, { attributeFilter: ['data-theme'] });
}

function mend(image: HTMLImageElement) {
  const failedToo = standIns.get(image)?.shown === image.getAttribute('src');
  standIns.set(image, { shown: '', draw: failedToo ? () => clear : standInOf(image) });
  image.removeAttribute('srcset');
  keepRatio(image);
  show(image);
}

/** A drawing has other proportions, and nothing around it may move. */
function keepRatio(image: HTMLImageElement) {
  const [width, height] = [image.getAttribute('width'), image.getAttribute('height')];
  if (width && height) Object.assign(image.style, { aspectRatio: `${width} / ${height}`, objectFit: 'cover' });
}

function show(image: HTMLImageElement) {
  const standIn = standIns.get(image);
  if (!standIn) return;
  standIn.shown = standIn.draw(document.documentElement.dataset.theme === 'dark');
  image.src = standIn.shown;
}

function standInOf(image: HTMLImageElement) {
  const { drawn: number, shape, name } = image.dataset;
  if (number) {
    image.classList.remove('photo');
    return (isNight: boolean) =>
      drawn(Number(number), shape === 'banner' ? 'banner' : 'wide', isNight ? 'night' : 'day').src;
  }
  if (name !== undefined) {
    image.classList.add(`hue-${hueOf(name)}`);
    return () => svg(100, 100, written(image, firstCharacter(name), { size: 44, weight: 700 }));
  }
  const isPicture = image.alt !== '' && image.clientWidth > 120;
  return () =>
    isPicture ? svg(640, 360, ground(image) + written(image, '图片没有取到', { size: 26, weight: 400 })) : clear;
}

/** A text centred in an SVG, in the image's own font and colour. */
function written(image: HTMLImageElement, words: string, { size, weight }: { size: number; weight: number }) {
  const { color, fontFamily } = getComputedStyle(image);
  const text = document.createElementNS('http://www.w3.org/2000/svg', 'text');
  const look = { x: '50%', y: '50%', fill: color, 'font-family': fontFamily, 'font-size': size, 'font-weight': weight };
  const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
  for (const [key, value] of Object.entries({ ...look, ...middle })) text.setAttribute(key, String(value));
  text.textContent = words;
  return new XMLSerializer().serializeToString(text);
}

function ground(image: HTMLImageElement) {
  return `<rect width="100%" height="100%" fill="${getComputedStyle(image).color}" opacity=".05"/>`;
}

function svg(width: number, height: number, content: string) {
  const box = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`)}`;
}
