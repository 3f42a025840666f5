import { pictureSet } from '@mojian/contract/core/picture-set';
import type { MouseEvent } from 'react';
import { ownPicture } from '../../../ui/own-picture.ts';

type Picture = { url: string; width: number; height: number };

type Props = {
  pictures: Picture[];
  classOf: (count: number) => string;
  /** Width at which a picture is shown, as in `sizes`. */
  sizesOf?: (index: number, count: number) => string;
};

const sizes = (_: number, count: number) =>
  count === 1 ? '(max-width: 640px) 100vw, 420px' : '(max-width: 640px) 50vw, 240px';

/** Pictures stored on this site; each opens in the viewer, or as a link without scripts. */
export function PictureList({ pictures, classOf, sizesOf = sizes }: Props) {
  const own = pictures.filter(({ url }) => ownPicture(url));
  if (own.length === 0) return null;
  return (
    <ul className={classOf(own.length)}>
      {own.map(({ url, width, height }, index) => (
        <li key={url}>
          <a href={url} aria-label={`看图 ${index + 1}`} aria-haspopup="dialog" onClick={openInViewer}>
            <img
              className="photo"
              srcSet={pictureSet(url)}
              sizes={sizesOf(index, own.length)}
              src={url}
              width={width}
              height={height}
              alt=""
              loading="lazy"
              decoding="async"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Opens the viewer at the pressed picture. It is loaded on demand; if that fails, the link is followed. */
function openInViewer(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget;
  const picture = link.querySelector('img');
  const pictures = [...(link.closest('ul')?.querySelectorAll('img') ?? [])];
  if (!picture) return;
  event.preventDefault();
  import('../viewer/viewer.tsx').then(
    ({ openViewer }) => openViewer(pictures, pictures.indexOf(picture)),
    () => location.assign(link.href),
  );
}
