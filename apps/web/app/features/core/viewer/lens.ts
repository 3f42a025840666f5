export type Lens = {
  /** Multiplies the scale, about the centre of the stage. */
  zoom: (factor: number) => void;
  /** Moves the picture by CSS pixels while it is zoomed in. */
  move: (by: Point) => void;
  turn: () => void;
  reset: () => void;
  stop: () => void;
};

type CreateLensOptions = {
  onScale: (scale: number) => void;
  /** Swiped to another picture: 1 for the next, -1 for the previous. */
  onSwipe: (step: number) => void;
  /** A press beside the picture, or a swipe down. */
  onAway: () => void;
};

const largest = 8;
/** Zoom factor of a click. */
const click = 2.5;
/** CSS pixels that make a swipe. */
const swipe = 60;
/** Milliseconds within which a double click counts as one zoom. */
const doubleClick = 350;

/** Zoom, pan and swipe of a picture within its stage. Scale 1 fits the picture. */
export function createLens(stage: HTMLElement, picture: HTMLElement, handlers: CreateLensOptions): Lens {
  let at = { scale: 1, turn: 0, x: 0, y: 0 };
  let clickedAt = Number.NEGATIVE_INFINITY;

  function show(next: typeof at) {
    at = next.scale > 1 ? next : { ...next, scale: 1, x: 0, y: 0 };
    picture.style.transform = `translate(${at.x}px, ${at.y}px) scale(${at.scale}) rotate(${at.turn}deg)`;
    picture.classList.toggle('viewer-near', at.scale > 1);
    handlers.onScale(at.scale);
  }
  /** Scales about a point, which stays in place. */
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
      if (!isOn(picture, event)) handlers.onAway();
      else if (at.scale > 1) show({ ...at, scale: 1 });
      else zoomAt(click, point);
    },
    onSwipe: (by, pointerType) => {
      if (at.scale > 1) return;
      if (Math.abs(by.x) > swipe) handlers.onSwipe(by.x < 0 ? 1 : -1);
      else if (by.y > swipe && pointerType === 'touch') handlers.onAway();
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

/** In CSS pixels, from the centre of the stage. */
type Point = { x: number; y: number };

type Gestures = {
  /** Drag of one finger or the pressed mouse. */
  onDrag: (by: Point) => void;
  /** Pinch or wheel, about a point. */
  onScale: (factor: number, about: Point) => void;
  onClick: (event: PointerEvent, at: Point) => void;
  /** A single finger was lifted, at this distance from its start. */
  onSwipe: (by: Point, pointerType: string) => void;
};

/** CSS pixels a click may move. */
const tremble = 6;

/** Recognizes gestures of fingers, mouse and wheel. Returns the unsubscribe function. */
function watchGestures(stage: HTMLElement, on: Gestures) {
  const ending = new AbortController();
  const { signal } = ending;
  const fingers = new Map<number, Point>();
  let begun: Point = { x: 0, y: 0 };
  let isPinch = false;

  function onDown(event: PointerEvent) {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    stage.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, pointOf(event, stage));
    if (fingers.size === 1) begun = pointOf(event, stage);
    isPinch = fingers.size > 1;
  }
  function onMove(event: PointerEvent) {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event, stage);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    fingers.set(event.pointerId, now);
    if (other) on.onScale(distance(now, other) / distance(before, other), middle(now, other));
    else on.onDrag({ x: now.x - before.x, y: now.y - before.y });
  }
  function onUp(event: PointerEvent) {
    const isLast = fingers.delete(event.pointerId) && fingers.size === 0;
    if (!isLast || isPinch || event.type === 'pointercancel') return;
    const end = pointOf(event, stage);
    const by = { x: end.x - begun.x, y: end.y - begun.y };
    if (Math.hypot(by.x, by.y) < tremble) on.onClick(event, end);
    else on.onSwipe(by, event.pointerType);
  }
  function onWheel(event: WheelEvent) {
    event.preventDefault();
    on.onScale(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), pointOf(event, stage));
  }

  stage.addEventListener('pointerdown', onDown, { signal });
  stage.addEventListener('pointermove', onMove, { signal });
  for (const name of ['pointerup', 'pointercancel'] as const) stage.addEventListener(name, onUp, { signal });
  stage.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => ending.abort();
}

function pointOf({ clientX, clientY }: MouseEvent, stage: HTMLElement): Point {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

function distance(a: Point, b: Point) {
  return Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}
