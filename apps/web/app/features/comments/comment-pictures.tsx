import type { Comment } from '@mojian/contract/comments';
import type { MouseEvent } from 'react';
import { ownPicture } from '../../ui/own-picture.ts';

/** Pictures in a row; each opens in the viewer, and without scripts by its address. */
export function CommentPictures({ pictures }: { pictures: Comment['pictures'] }) {
  const own = pictures.filter(({ url }) => ownPicture(url));
  if (own.length === 0) return null;
  return (
    <ul className="cm-pics">
      {own.map(({ url, width, height }, index) => (
        <li key={url}>
          <a href={url} aria-label={`看图 ${index + 1}`} aria-haspopup="dialog" onClick={look}>
            <img className="photo" src={url} width={width} height={height} alt="" loading="lazy" decoding="async" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The viewer is fetched now; should it not arrive, the link leads on. */
function look(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget;
  const picture = link.querySelector('img');
  const pictures = [...(link.closest('ul')?.querySelectorAll('img') ?? [])];
  if (!picture) return;
  event.preventDefault();
  import('../article/viewer/open-viewer.tsx').then(
    ({ openViewer }) => openViewer(pictures, pictures.indexOf(picture)),
    () => location.assign(link.href),
  );
}
