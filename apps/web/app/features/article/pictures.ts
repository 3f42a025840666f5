export type PicturePlace = { pictures: HTMLImageElement[]; index: number };

/** Pictures can be opened by pointer and keyboard, and one that does not arrive is replaced by a drawing. */
export function readyPictures(body: HTMLElement, signal: AbortSignal) {
  for (const picture of body.querySelectorAll('img')) {
    if (picture.complete && picture.naturalWidth === 0) replaceLost(picture);
    else if (!picture.closest('a')) makeButton(picture);
  }
  // such events do not bubble, but they can be caught on their way down
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) replaceLost(target);
  };
  body.addEventListener('error', onError, { capture: true, signal });
}

/** The picture that was meant, among all that can be opened. A picture within a link belongs to the link. */
export function pictureAt(target: Element): PicturePlace | undefined {
  const body = target.closest('.prose');
  const pictures = body ? [...body.querySelectorAll<HTMLImageElement>('img[aria-haspopup]')] : [];
  const index = pictures.indexOf(target as HTMLImageElement);
  return index < 0 ? undefined : { pictures, index };
}

/** What stands below a picture, or what describes it. */
export function captionOf(picture: HTMLImageElement) {
  return picture.closest('figure')?.querySelector('figcaption')?.textContent || picture.alt;
}

function makeButton(picture: HTMLImageElement) {
  picture.tabIndex = 0;
  picture.role = 'button';
  picture.ariaHasPopup = 'dialog';
  picture.setAttribute('aria-label', `看大图${picture.alt && `：${picture.alt}`}`);
}

/** The description takes the place, in the frame of a picture that got lost in the post. */
function replaceLost(picture: HTMLImageElement) {
  const lost = document.createElement('span');
  lost.className = 'lost';
  lost.role = 'img';
  lost.ariaLabel = picture.alt ? `图片未能送达：${picture.alt}` : '图片未能送达';
  lost.textContent = picture.alt || '这张图没有送到';
  picture.replaceWith(lost);
}
