import type { Say } from '@mojian/contract/says';
import { PictureList } from '../pictures/picture-list.tsx';

const columns = ['one', 'two', 'three'];

/** Up to nine pictures in one, two or three columns. */
export function SayPictures({ pictures }: { pictures: Say['pictures'] }) {
  const classOf = (count: number) => `pics ${count === 4 ? 'two' : (columns[count - 1] ?? 'three')}`;
  return <PictureList pictures={pictures} classOf={classOf} />;
}
