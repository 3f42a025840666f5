import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { MouseEvent } from 'react';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { pictureSize } from './picture-size.ts';
import { useLikeness } from './use-likeness.ts';

type Props = { picture: NonNullable<ChatMessage['picture']>; sender: string; tabIndex: 0 | -1 };

/** A picture among what is said, its room kept, and its likeness there, before it comes; pressed, it opens large among its neighbours. */
export function SentPicture({ picture, sender, tabIndex }: Props) {
  const url = ownPicture(picture.url);
  const { background, here } = useLikeness(picture.thumbhash);
  if (!url) return null;
  return (
    <a
      className="pic"
      href={url}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      draggable={false}
      style={{ ...pictureSize(picture), ...background }}
      onClick={look}
    >
      <img
        className="photo"
        src={url}
        width={picture.width}
        height={picture.height}
        alt={`${sender}发的图片`}
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={here}
      />
    </a>
  );
}

/** The viewer is fetched now; should it not arrive, the link leads on. */
function look(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget;
  const pictures = [...(link.closest('.chat-log')?.querySelectorAll<HTMLImageElement>('a.pic > img') ?? [])];
  const index = pictures.findIndex((picture) => picture.parentElement === link);
  event.preventDefault();
  import('../../../content/article/viewer/viewer.tsx').then(
    ({ openViewer }) => openViewer(pictures, index),
    () => location.assign(link.href),
  );
}
