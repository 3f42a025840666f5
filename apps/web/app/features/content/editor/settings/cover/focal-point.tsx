import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { Cover } from '../../../../../ui/cover.tsx';
import type { Focus } from '../../../../../ui/focus.ts';
import { useShownPicture } from '../../../../../ui/shown-pictures.ts';
import { stepped } from './steps.ts';

type Shown = { cover: string; coverNumber: number } & Focus;

/** The picture with its focal point: pressed, dragged, or moved by the arrow keys. */
export function FocalPoint({ shown, change }: { shown: Shown; change: (focus: Focus) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLSpanElement>(null);
  const { focusX, focusY } = shown;
  // set from a script: the pages' rules allow no style attributes
  useEffect(() => {
    point.current?.style.setProperty('left', `${focusX}%`);
    point.current?.style.setProperty('top', `${focusY}%`);
  }, [focusX, focusY]);

  const follow = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const share = (at: number, from: number, size: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 100);
    change({ focusX: share(clientX, box.left, box.width), focusY: share(clientY, box.top, box.height) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepped(event.key, { focusX, focusY });
    if (!next) return;
    event.preventDefault();
    change(next);
  };
  return (
    <div
      ref={frame}
      className="focal"
      role="slider"
      tabIndex={0}
      aria-label="焦点，用四个方向键移动"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={focusX}
      aria-valuetext={`离左边 ${focusX}%，离上边 ${focusY}%`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      <Cover
        article={{ cover: useShownPicture(shown.cover) ?? '', coverNumber: shown.coverNumber }}
        sizes="280px"
        eager
      />
      <span ref={point} className="point" />
    </div>
  );
}
