import { type Flight, gapBefore, isClear, laneTops, paceOf, timeAcross } from './lanes.ts';

export type Flying = { slip: HTMLElement; width: number; animation: Animation };
export type Lane = { top: number; pace: number; gap: number; flying: Flying[]; held: boolean };

/** Between the stage's right edge and a slip welcomed into sight. */
const edge = 24;

export function openLanes(stage: HTMLElement, words: HTMLElement) {
  return laneTops(stage.clientHeight, middleOf(stage, words)).map(
    (top, lane): Lane => ({ top, pace: paceOf(lane), gap: gapBefore(Math.random), flying: [], held: false }),
  );
}

function middleOf(stage: HTMLElement, words: HTMLElement) {
  const { top } = stage.getBoundingClientRect();
  const middle = words.getBoundingClientRect();
  return { top: middle.top - top, bottom: middle.bottom - top };
}

export function hasRoom({ held, flying, pace, gap }: Lane, room = 0) {
  return !held && isClear(flightOf(flying.at(-1)), pace, gap + room);
}

/** A lane for a slip to be seen at once, or at least to come in. */
export function roomFor(lanes: Lane[], slipWidth: number, stageWidth: number) {
  const own = slipWidth + edge;
  const ahead = own < stageWidth ? lanes.find((lane) => hasRoom(lane, own)) : undefined;
  const lane = ahead ?? lanes.find((lane) => hasRoom(lane));
  return lane && { lane, elapsed: ahead ? own / lane.pace : 0 };
}

/** The animation's own clock stands still while it is held. */
function flightOf(flying: Flying | undefined): Flight | undefined {
  return flying && { width: flying.width, elapsed: Number(flying.animation.currentTime ?? 0) / 1000 };
}

export function fly(slip: HTMLElement, { top, pace }: Lane, width: number, stage: number, elapsed: number) {
  slip.style.top = `${top}px`;
  slip.dataset.on = '';
  const path = [{ transform: `translateX(${stage}px)` }, { transform: `translateX(${-width}px)` }];
  const animation = slip.animate(path, { duration: timeAcross(width, pace, stage) * 1000 });
  animation.currentTime = elapsed * 1000;
  return animation;
}

export function clearLane({ flying }: Lane) {
  for (const { slip, animation } of flying) {
    animation.cancel();
    slip.removeAttribute('data-on');
  }
}
