import type { ChatMessage } from '@mojian/contract/chat/messages';
import { type MouseEvent, useEffect, useState } from 'react';
import { ownPicture } from '../../../../ui/own-picture.ts';

type Props = { picture: NonNullable<ChatMessage['picture']>; sender: string; tabIndex: 0 | -1 };

/** Picture of a message: reserves its size, shows a blurred preview while loading, and opens in the viewer. */
export function SentPicture({ picture, sender, tabIndex }: Props) {
  const url = ownPicture(picture.url);
  const { background, onLoad } = useBlurredPreview(picture.thumbhash);
  if (!url) return null;
  return (
    <a
      className="chat-picture"
      href={url}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      draggable={false}
      style={{ ...pictureSize(picture), ...background }}
      onClick={openInViewer}
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
        onLoad={onLoad}
      />
    </a>
  );
}

/** The viewer is loaded on demand; if it fails, the link is followed. */
function openInViewer(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget;
  const pictures = [...(link.closest('.chat-log')?.querySelectorAll<HTMLImageElement>('a.chat-picture > img') ?? [])];
  const index = pictures.findIndex((picture) => picture.parentElement === link);
  event.preventDefault();
  import('../../../core/viewer/viewer.tsx').then(
    ({ openViewer }) => openViewer(pictures, index),
    () => location.assign(link.href),
  );
}

/** Blurred preview as a background until the picture has loaded; undefined without one. */
function useBlurredPreview(thumbhash: string) {
  const [isLoaded, setLoaded] = useState(false);
  const [address, setAddress] = useState('');
  useEffect(() => {
    if (thumbhash === '') return;
    let isLeft = false;
    import('./thumbnail.ts').then(
      ({ thumbnailAddress }) => isLeft || setAddress(thumbnailAddress(thumbhash)),
      () => {}, // without a preview the background stays plain
    );
    return () => {
      isLeft = true;
    };
  }, [thumbhash]);
  const background = isLoaded || address === '' ? undefined : { backgroundImage: `url(${address})` };
  return { background, onLoad: () => setLoaded(true) };
}

const largest = { width: 280, height: 320 };
const smallest = 88;

/** Displayed size in CSS pixels, known before loading. */
export function pictureSize({ width, height }: { width: number; height: number }) {
  if (width < 1 || height < 1) return { width: 200, height: 150 };
  const scale = Math.min(1, largest.width / width, largest.height / height);
  const within = (length: number, most: number) => Math.round(Math.min(most, Math.max(smallest, length * scale)));
  return { width: within(width, largest.width), height: within(height, largest.height) };
}
