/** So long a finger rests, in milliseconds, and so far it may tremble, in CSS pixels. */
const rest = 480;
const tremble = 10;

/**
 * Hears of a finger that rests on something. The browser's own menu and the click that follows are kept away. Returns the
 * way to stop.
 */
export function watchLongPress(box: HTMLElement, onPress: (target: Element, at: { x: number; y: number }) => void) {
  const ending = new AbortController();
  const { signal } = ending;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = { x: 0, y: 0 };
  let isPressed = false;

  const end = () => clearTimeout(timer);
  const onDown = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    end();
    isPressed = false;
    if (pointerType !== 'touch' || !isPrimary) return;
    begun = { x, y };
    timer = setTimeout(() => {
      isPressed = true;
      onPress(target as Element, begun);
    }, rest);
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - begun.x, clientY - begun.y) > tremble) end();
  };
  const swallow = (event: Event) => {
    if (!isPressed) return;
    event.preventDefault();
    event.stopPropagation();
  };
  box.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('pointermove', onMove, { signal });
  for (const type of ['pointerup', 'pointercancel', 'scroll']) box.addEventListener(type, end, { signal });
  for (const type of ['click', 'contextmenu', 'selectstart'])
    box.addEventListener(type, swallow, { signal, capture: true });
  return () => {
    end();
    ending.abort();
  };
}
