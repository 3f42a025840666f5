import { type Point, watchGestures } from './gestures.ts';

export type Lens = {
  /** Multiplies the scale, about the middle of the stage. */
  zoom: (factor: number) => void;
  /** Moves it, in CSS pixels, while it is nearer than whole. */
  move: (by: Point) => void;
  turn: () => void;
  reset: () => void;
  stop: () => void;
};

type Told = {
  onScale: (scale: number) => void;
  /** The finger went on to another picture: 1 for the next, -1 for the one before. */
  onSwipe: (step: number) => void;
  /** A press beside the picture, or a swipe downwards. */
  onAway: () => void;
};

const largest = 8;
/** A click brings a picture this much nearer. */
const click = 2.5;
/** CSS pixels that make a swipe. */
const swipe = 60;
/** Milliseconds in which a second click belongs to the first: a double click zooms once. */
const doubleClick = 350;

/** Zooms, turns and moves a picture within its stage. Scale 1 is the whole picture. */
export function createLens(stage: HTMLElement, picture: HTMLElement, told: Told): Lens {
  let at = { scale: 1, turn: 0, x: 0, y: 0 };
  let clickedAt = Number.NEGATIVE_INFINITY;

  function show(next: typeof at) {
    at = next.scale > 1 ? next : { ...next, scale: 1, x: 0, y: 0 };
    picture.style.transform = `translate(${at.x}px, ${at.y}px) scale(${at.scale}) rotate(${at.turn}deg)`;
    picture.classList.toggle('near', at.scale > 1);
    told.onScale(at.scale);
  }
  /** Scales so that what lies under the point stays there. */
  function zoomAt(factor: number, point: Point) {
    const scale = Math.min(largest, Math.max(1, at.scale * factor));
    const grown = scale / at.scale;
    show({ ...at, scale, x: point.x - (point.x - at.x) * grown, y: point.y - (point.y - at.y) * grown });
  }

  function move(by: Point) {
    if (at.scale > 1) show({ ...at, x: at.x + by.x, y: at.y + by.y });
  }

  const stop = watchGestures(stage, {
    onScale: zoomAt,
    onDrag: move,
    onClick: (event, point) => {
      const isSecond = event.timeStamp - clickedAt < doubleClick;
      clickedAt = event.timeStamp;
      if (isSecond) return;
      if (!isOn(picture, event)) told.onAway();
      else if (at.scale > 1) show({ ...at, scale: 1 });
      else zoomAt(click, point);
    },
    onSwipe: (by, pointerType) => {
      if (at.scale > 1) return;
      if (Math.abs(by.x) > swipe) told.onSwipe(by.x < 0 ? 1 : -1);
      else if (by.y > swipe && pointerType === 'touch') told.onAway();
    },
  });
  show(at);

  return {
    zoom: (factor) => zoomAt(factor, { x: 0, y: 0 }),
    move,
    turn: () => show({ ...at, turn: at.turn + 90 }),
    reset: () => show({ scale: 1, turn: 0, x: 0, y: 0 }),
    stop,
  };
}

function isOn(picture: HTMLElement, { clientX, clientY }: MouseEvent) {
  const { left, right, top, bottom } = picture.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
