import './photographs.css';
import './pictures.css';
import { yieldToWide } from './beside-text.ts';

/** Makes pictures open in the viewer, replaces failed ones, and gives way to those wider than the text, and to tables. */
export function readyPictures(body: HTMLElement, signal: AbortSignal) {
  yieldToWide(body, signal);
  if (body.querySelector('.tbl'))
    void import('./wide-tables.ts').then(({ keepFirstColumns }) => keepFirstColumns(body, signal));
  const sheet = body.querySelector('.album-sheet');
  if (sheet) void import('./album.ts').then(({ readySheet }) => readySheet(body, sheet, signal));
  for (const picture of body.querySelectorAll('img')) {
    if (picture.complete && picture.naturalWidth === 0) replaceLost(picture);
    else if (!picture.closest('a')) makeButton(picture);
  }
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) replaceLost(target);
  };
  const onKey = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && open(body, event.target)) event.preventDefault();
  };
  // error events do not bubble, but can be captured
  body.addEventListener('error', onError, { capture: true, signal });
  body.addEventListener('click', ({ target }) => open(body, target), { signal });
  body.addEventListener('keydown', onKey, { signal });
}

/** Opens the viewer if the target is a picture outside of links. */
function open(body: HTMLElement, target: EventTarget | null) {
  const pictures = [...body.querySelectorAll<HTMLImageElement>('img[role="button"]')];
  const index = pictures.indexOf(target as HTMLImageElement);
  if (index >= 0) void import('../../core/viewer/viewer.tsx').then(({ openViewer }) => openViewer(pictures, index));
  return index >= 0;
}

function makeButton(picture: HTMLImageElement) {
  picture.tabIndex = 0;
  picture.role = 'button';
  picture.ariaHasPopup = 'dialog';
  picture.ariaLabel = `查看大图${picture.alt && `：${picture.alt}`}`;
}

/** Replaces a failed picture with its description. */
function replaceLost(picture: HTMLImageElement) {
  const lost = document.createElement('span');
  lost.className = 'lost';
  lost.role = 'img';
  lost.ariaLabel = picture.alt ? `图片加载失败：${picture.alt}` : '图片加载失败';
  lost.textContent = picture.alt || '图片加载失败';
  keepPlace(lost, picture);
  picture.replaceWith(lost);
}

/** In a row of pictures, the description takes the place of the picture. */
function keepPlace(lost: HTMLElement, picture: HTMLImageElement) {
  if (!picture.closest('.photo-line')) return;
  const [width, height] = [picture.getAttribute('width'), picture.getAttribute('height')];
  Object.assign(lost.style, { width: `${width}px`, aspectRatio: `${width} / ${height}` });
}
