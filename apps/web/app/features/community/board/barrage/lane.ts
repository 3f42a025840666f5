import { type Flight, gapBefore, isClear, laneTops, paceOf, timeAcross } from './lanes.ts';

export type Flying = { slip: HTMLElement; width: number; animation: Animation };
export type Lane = { top: number; pace: number; gap: number; flying: Flying[]; held: boolean };

/** Around a slip welcomed into sight. */
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

export function hasRoom({ held, flying, pace, gap }: Lane) {
  return !held && isClear(flightOf(flying.at(-1)), pace, gap);
}

/** Where a slip is in sight at once: as far to the right as it is seen whole. */
export function placeInSight(slipWidth: number, { stage, inSight }: { stage: number; inSight: number }) {
  const left = Math.max(edge, inSight - slipWidth - edge);
  return { left, elapsedAt: (pace: number) => (stage - left) / pace };
}

/** The lane where the fewest have to make room for a slip that is to stand there, and who they are. */
export function roomiest(lanes: Lane[], left: number, stage: number) {
  const choices = lanes
    .filter(({ held }) => !held)
    .map((lane) => ({ lane, inTheWay: lane.flying.filter((flying) => rightOf(flying, lane, stage) + edge > left) }));
  return choices.toSorted((a, b) => a.inTheWay.length - b.inTheWay.length)[0];
}

function rightOf(flying: Flying, { pace }: Lane, stage: number) {
  return stage - (flightOf(flying)?.elapsed ?? 0) * pace + flying.width;
}

/** The part of the stage that no list covers: the words stand in its middle. */
export function sightOf(stage: HTMLElement, words: HTMLElement) {
  const { left, width } = words.getBoundingClientRect();
  return Math.min(stage.clientWidth, 2 * (left + width / 2 - stage.getBoundingClientRect().left));
}

/** The animation's own clock stands still while it is held. */
function flightOf(flying: Flying | undefined): Flight | undefined {
  return flying && { width: flying.width, elapsed: Number(flying.animation.currentTime ?? 0) / 1000 };
}

export function fly(slip: HTMLElement, { top, pace }: Lane, width: number, stage: number, elapsed: number) {
  slip.style.top = `${top}px`;
  slip.dataset.on = '';
  const path = [{ transform: `translateX(${stage}px)` }, { transform: `translateX(${-width}px)` }];
  // out of sight before it begins and where it ends: a busy browser begins and grounds it a frame or two late
  const animation = slip.animate(path, { duration: timeAcross(width, pace, stage) * 1000, fill: 'both' });
  animation.currentTime = elapsed * 1000;
  return animation;
}

export function ground({ slip, animation }: Flying) {
  animation.cancel();
  slip.removeAttribute('data-on');
}
