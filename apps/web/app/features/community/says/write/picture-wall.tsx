import type { Say } from '@mojian/contract/community/says';
import { mostPictures } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { moved } from '@mojian/ui/moved';
import { StoredPhoto } from '@mojian/ui/shown-pictures';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { RemoveButton, RetryButton, UploadProgress, usePicking } from '../../../core/composer/controls.tsx';
import type { Coming } from '../../../core/composer/pictures.ts';
import type { useComposer } from '../../../core/composer/use-composer.ts';

type Pictures = Say['pictures'];
type Props = {
  pictures: ReturnType<typeof useComposer>['pictures'];
  change: (change: (before: Pictures) => Pictures) => void;
};

/** Pictures of a say, the first of which is shown large, which can be added, reordered and removed. */
export function PictureWall({ pictures: { saved, coming, add, retry, stop, remove }, change }: Props) {
  const [announced, setAnnounced] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= saved.length || from === to) return false;
    change((before) => moved(before, from, to));
    setAnnounced(`第 ${from + 1} 张移到了第 ${to + 1} 张`);
    return true;
  };
  const focusAdd = () => list.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  const count = saved.length + coming.length;
  return (
    <>
      <ul className="picture-wall" aria-label="图片墙" ref={list}>
        {saved.map((picture, index) => (
          <WallPicture
            key={picture.url}
            picture={picture}
            index={index}
            count={saved.length}
            move={move}
            remove={() => {
              remove(picture.url);
              setAnnounced(`已移除第 ${index + 1} 张`);
              focusAdd();
            }}
          />
        ))}
        {coming.map((one) => (
          <ComingPicture
            key={one.number}
            coming={one}
            retry={() => retry(one)}
            stop={() => {
              stop(one);
              focusAdd();
            }}
          />
        ))}
        {count < mostPictures && <AddPictures count={count} add={add} />}
      </ul>
      <p className="picture-wall-tip type-note dim">
        <span className="picture-wall-by-mouse">拖进来、粘贴、点一下都行；拖动或</span>按箭头换顺序，第一张是大图。
      </p>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
    </>
  );
}

type AddProps = { count: number; add: (files: Iterable<File>) => void };

function AddPictures({ count, add }: AddProps) {
  const { pick, input } = usePicking(add);
  return (
    <li>
      <button type="button" className="picture-wall-add stack gap-1-5 type-note dim" data-add onClick={pick}>
        <Icon name="plus" />
        <span className="visually-hidden">添加图片，已有</span>
        <span>
          {count} / {mostPictures}
        </span>
      </button>
      {input}
    </li>
  );
}

type ComingPictureProps = { coming: Coming; retry: () => void; stop: () => void };

/** A picture being uploaded, with its progress or error. */
function ComingPicture({ coming, retry, stop }: ComingPictureProps) {
  const { file, preview, wrong, mayRetry } = coming;
  return (
    <li>
      <img className="photo" src={preview} alt={file.name} />
      <RemoveButton className="icon-button picture-wall-remove" label={`取消上传 ${file.name}`} remove={stop} />
      {wrong === undefined ? (
        <span className="picture-wall-upload sub row row-wrap">
          <UploadProgress coming={coming} />
        </span>
      ) : (
        <span className="picture-wall-upload picture-wall-failed sub row row-wrap" role="alert">
          {wrong}
          {mayRetry && <RetryButton retry={retry} />}
        </span>
      )}
    </li>
  );
}

type WallPictureProps = {
  picture: Say['pictures'][number];
  index: number;
  count: number;
  /** Moves a picture to another index; false if it stayed. */
  move: (from: number, to: number) => boolean;
  remove: () => void;
};

/** An uploaded picture, reordered by dragging or, for keyboard and touch, by its arrow buttons. */
function WallPicture({ picture: { url, width, height }, index, count, move, remove }: WallPictureProps) {
  const item = useRef<HTMLLIElement>(null);
  const { isDragged, onPointerDown } = useDrag(item, index, move);
  const name = `第 ${index + 1} 张`;
  const step = (by: -1 | 1) => {
    if (move(index, index + by)) item.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <li
      ref={item}
      className={isDragged ? 'picture-wall-drag' : undefined}
      data-place={index}
      onPointerDown={onPointerDown}
    >
      <StoredPhoto url={url} width={width} height={height} alt={`${name}图`} draggable={false} />
      {index === 0 ? (
        <span className="picture-wall-large picture-wall-first">大图</span>
      ) : (
        <button
          type="button"
          className="picture-wall-large"
          aria-label={`把${name}设为大图`}
          onClick={() => move(index, 0)}
        >
          设为大图
        </button>
      )}
      <RemoveButton className="icon-button picture-wall-remove" label={`移除${name}`} remove={remove} />
      {count > 1 && (
        <span className="picture-wall-steps">
          <button
            type="button"
            className="icon-button"
            aria-label={`${name}往前`}
            aria-disabled={index === 0}
            onClick={() => step(-1)}
          >
            <Icon name="left" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`${name}往后`}
            aria-disabled={index === count - 1}
            onClick={() => step(1)}
          >
            <Icon name="right" />
          </button>
        </span>
      )}
    </li>
  );
}

/** Pixels the pointer goes before it drags. */
const slack = 6;

/** Reorders by dragging with mouse or pen, since touch scrolls; the picture takes the place of each one it is over. */
function useDrag(item: React.RefObject<HTMLLIElement | null>, index: number, move: WallPictureProps['move']) {
  const [isDragged, setDragged] = useState(false);
  const latest = useRef({ index, move });
  latest.current = { index, move };
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);

  const onPointerDown = (down: ReactPointerEvent) => {
    const isButton = (down.target as Element).closest('button');
    if (down.pointerType === 'touch' || down.button !== 0 || isButton) return;
    down.preventDefault();
    const stop = new AbortController();
    ending.current = stop;
    const onMove = ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < slack) return;
      setDragged(true);
      const over = placeAt(item.current?.parentElement, clientX, clientY);
      if (over !== undefined) latest.current.move(latest.current.index, over);
    };
    const end = () => {
      stop.abort();
      setDragged(false);
    };
    // on the document: the picture itself is taken out and put back while it is dragged
    document.addEventListener('pointermove', onMove, { signal: stop.signal });
    document.addEventListener('pointerup', end, { signal: stop.signal });
    document.addEventListener('pointercancel', end, { signal: stop.signal });
  };
  return { isDragged, onPointerDown };
}

function placeAt(list: Element | null | undefined, x: number, y: number) {
  for (const place of list?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return Number(place.dataset.place);
  }
  return undefined;
}
