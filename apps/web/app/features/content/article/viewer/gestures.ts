/** In CSS pixels, from the middle of the stage. */
export type Point = { x: number; y: number };

export type Gestures = {
  /** One finger, or the mouse with its button down, moved by this much. */
  onDrag: (by: Point) => void;
  /** Two fingers spread or closed, or the wheel turned, about a point. */
  onScale: (factor: number, about: Point) => void;
  onClick: (event: PointerEvent, at: Point) => void;
  /** A single finger was lifted this far from where it touched. */
  onSwipe: (by: Point, pointerType: string) => void;
};

/** A finger or mouse may tremble this much in a click. */
const tremble = 6;

/** Reads fingers, mouse and wheel on an element. Returns the way to stop. */
export function watchGestures(stage: HTMLElement, on: Gestures) {
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
