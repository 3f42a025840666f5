import type { Say } from '@mojian/contract/community/says';
import { mostPictures } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useRef, useState } from 'react';
import type { Coming, useUploads } from '../../../core/uploads/use-uploads.ts';
import { usePicking } from '../../../core/writing/use-picking.tsx';
import { ComingPicture } from './coming-picture.tsx';
import { KeptPicture } from './kept-picture.tsx';
import { moved } from './wall.ts';

type Pictures = Say['pictures'];
type Props = {
  kept: Pictures;
  change: (change: (before: Pictures) => Pictures) => void;
  wall: ReturnType<typeof useUploads>;
};

/** The pictures of a say in rows of three: to be added, brought in order and taken away. */
export function PictureWall({ kept, change, wall }: Props) {
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= kept.length || from === to) return false;
    change((before) => moved(before, from, to));
    setTold(`第 ${from + 1} 张移到了第 ${to + 1} 张`);
    return true;
  };
  const remove = (index: number) => {
    change((before) => before.filter((_, at) => at !== index));
    setTold(`已移除第 ${index + 1} 张`);
    list.current?.querySelector<HTMLElement>('.add9')?.focus();
  };
  const count = kept.length + wall.coming.length;
  return (
    <>
      <ul className="wall9" aria-label="图片墙" ref={list}>
        {kept.map((picture, index) => (
          <KeptPicture
            key={picture.url}
            picture={picture}
            index={index}
            count={kept.length}
            move={move}
            remove={() => remove(index)}
          />
        ))}
        {wall.coming.map((one: Coming) => (
          <ComingPicture
            key={one.number}
            coming={one}
            retry={() => wall.retry(one)}
            stop={() => {
              wall.stop(one);
              list.current?.querySelector<HTMLElement>('.add9')?.focus();
            }}
          />
        ))}
        {count < mostPictures && <AddPictures count={count} add={wall.add} />}
      </ul>
      <p className="tip9">
        <span className="by-mouse">拖进来、粘贴、点一下都行；拖动或</span>按箭头换顺序，第一张最先被看见。
      </p>
      <p className="vh" role="status">
        {told}
      </p>
    </>
  );
}

type AddProps = { count: number; add: (files: Iterable<File>) => void };

function AddPictures({ count, add }: AddProps) {
  const { pick, input } = usePicking(add);
  return (
    <li>
      <button type="button" className="add9" onClick={pick}>
        <Icon name="plus" />
        <span className="vh">添加图片，已有</span>
        <span>
          {count} / {mostPictures}
        </span>
      </button>
      {input}
    </li>
  );
}
