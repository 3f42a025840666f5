import type { Lane } from './lane.ts';

/** A lane stands still under the pointer, all of them while the list is being read or the tab is out of sight. */
export function watchHolds(stage: HTMLElement, lanes: Lane[]) {
  const ending = new AbortController();
  const { signal } = ending;
  const board = stage.parentElement;
  let pointed: EventTarget | null = null;

  function settle() {
    const all = document.hidden || board?.querySelector('.board-list:focus-within') != null;
    for (const lane of lanes) {
      const isPointed = lane.flying.some(({ slip }) => pointed instanceof Node && slip.contains(pointed));
      lane.held = all || isPointed;
      for (const { animation } of lane.flying) lane.held ? animation.pause() : animation.play();
    }
  }
  const point = ({ type, target }: Event) => {
    pointed = type === 'pointerover' ? target : null;
    settle();
  };
  stage.addEventListener('pointerover', point, { signal });
  stage.addEventListener('pointerout', point, { signal });
  board?.addEventListener('focusin', settle, { signal });
  // only after the focus has arrived elsewhere
  board?.addEventListener('focusout', () => queueMicrotask(settle), { signal });
  document.addEventListener('visibilitychange', settle, { signal });
  return () => ending.abort();
}
