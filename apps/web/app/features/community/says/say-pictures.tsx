import type { Say } from '@mojian/contract/community/says';
import { PictureList } from '../../core/uploads/picture-list.tsx';

const columns = ['one', 'two', 'three'];

/** Up to nine pictures in one, two or three columns. */
export function SayPictures({ pictures }: { pictures: Say['pictures'] }) {
  const classOf = (count: number) => `pics ${count === 4 ? 'two' : (columns[count - 1] ?? 'three')}`;
  return <PictureList pictures={pictures} classOf={classOf} />;
}
