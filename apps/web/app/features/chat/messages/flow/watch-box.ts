import type { Keeper } from './keeper.ts';

/** So much of a window is read at a glance. */
const little = 0.6;

/** Tells of whatever may change what is in sight. Returns the way to stop. */
export function watchBox(box: HTMLElement, keeper: Keeper, look: () => void) {
  const ending = new AbortController();
  const { signal } = ending;
  box.addEventListener('scroll', look, { signal, passive: true });
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    box.addEventListener(type, () => keeper.unpin(), { signal, passive: true });
  watchAbsence(box, keeper, look, signal);
  addEventListener('focus', look, { signal });
  const sizes = new ResizeObserver(() => {
    keeper.keep();
    look();
  });
  sizes.observe(box);
  for (const child of box.children) sizes.observe(child);
  return () => {
    ending.abort();
    sizes.disconnect();
  };
}

/** Whoever was at the end and comes back to little that is new is at the end again; to more, where they left. */
function watchAbsence(box: HTMLElement, keeper: Keeper, look: () => void, signal: AbortSignal) {
  let wasFollowing = false;
  const onChange = () => {
    if (document.visibilityState === 'hidden') wasFollowing = keeper.isFollowing();
    else if (wasFollowing && keeper.sight().below < box.clientHeight * little) keeper.toEnd();
    look();
  };
  document.addEventListener('visibilitychange', onChange, { signal });
}
