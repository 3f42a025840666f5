import { runningTime } from './running-time.ts';

/**
 * Counts the seconds of the footer's running time while it is in sight: elsewhere each tick would paint a frame that
 * nobody sees. Returns the unsubscribe function.
 */
export function tickFooter() {
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
}

function tick() {
  const place = document.querySelector<HTMLElement>('.shell-footer [data-since]');
  const isSeen = place && (place.innerHTML === '' || place.getBoundingClientRect().top < innerHeight);
  if (isSeen) place.innerHTML = runningTime(Date.now() - Number(place.dataset.since));
}
