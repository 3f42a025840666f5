import type { Say } from '@mojian/contract/community/says';
import { PictureList } from '../../core/uploads/picture-list.tsx';
import './say-pictures.css';

type Pictures = Say['pictures'];

/** Whether the only picture is higher than wide: it stands beside its text where there is room. */
export function isPortrait([first, ...others]: Pictures) {
  return first !== undefined && others.length === 0 && first.height > first.width;
}

/** Up to nine pictures as a mosaic, the first of which is the large one. */
export function SayPictures({ pictures }: { pictures: Pictures }) {
  if (pictures.length === 0) return null;
  const tall = isPortrait(pictures) ? ' say-pictures-tall' : '';
  return (
    <div className="say-pictures">
      <PictureList
        pictures={pictures}
        classOf={(count) => `say-pictures-${count}${tall}`}
        sizesOf={(index, count) => `(max-width: 640px) ${index === 0 ? 90 : 45}vw, ${widthOf(index, count)}px`}
      />
    </div>
  );
}

/** Pixels on a wide screen. */
function widthOf(index: number, count: number) {
  if (count === 1) return 680;
  if (index === 0) return 450;
  return count === 2 || count === 5 ? 330 : 225;
}
