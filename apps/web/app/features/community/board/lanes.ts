/** A slip on its way from right to left: its width in CSS pixels, and seconds since it entered. */
type Flight = { width: number; elapsed: number };

/** Speeds in CSS pixels per second. Slips of a lane share one, so that none overtakes; neighbouring lanes differ. */
const paces = [30, 25, 28, 23, 31, 26];
export const paceOf = (lane: number) => paces[lane % paces.length] ?? 28;

export const slipHeight = 44;
const lanePitch = 66;
const edge = 24;
/** Square pixels of the stage per slip. */
const areaEach = 52_000;

/** Whether the last slip has wholly entered, plus the gap. */
export function isClear(last: Flight | undefined, pace: number, gap: number): boolean {
  return !last || last.elapsed * pace >= last.width + gap;
}

/** Seconds a slip takes to cross the stage. */
export function timeAcross(width: number, pace: number, stage: number): number {
  return (stage + width) / pace;
}

/** Limits the slips that fly at once, by the size of the stage. */
export function mostOn(stage: { width: number; height: number }): number {
  return Math.max(3, Math.round((stage.width * stage.height) / areaEach));
}

/** Upper edges of the lanes: as many as fit above and below the words in the middle. */
export function laneTops(height: number, words: { top: number; bottom: number }): number[] {
  return [...topsWithin(edge, words.top - edge), ...topsWithin(words.bottom + edge, height - edge)];
}

function topsWithin(from: number, to: number): number[] {
  const room = to - from - slipHeight;
  if (room < 0) return [];
  return Array.from({ length: Math.floor(room / lanePitch) + 1 }, (_, lane) => from + lane * lanePitch);
}

/** Random gap before the next slip. */
export function gapBefore(random: () => number): number {
  return 96 + 224 * random();
}

type Placed = { slip: number; lane: number; elapsed: number };
type Stage = { width: number; lanes: number; most: number };

/** Initial slips already under way, distributed over the lanes in turn. */
export function layStart(widths: number[], { width, lanes, most }: Stage, random: () => number): Placed[] {
  const free = Array.from({ length: lanes }, () => width * 0.5 * random());
  const placed: Placed[] = [];
  for (const [slip, slipWidth] of widths.slice(0, most).entries()) {
    const lane = free.indexOf(Math.min(...free));
    const left = free[lane];
    if (left === undefined || left >= width) break;
    placed.push({ slip, lane, elapsed: (width - left) / paceOf(lane) });
    free[lane] = left + slipWidth + gapBefore(random);
  }
  // the foremost first, as if entered in that order
  return placed.sort((a, b) => b.elapsed - a.elapsed);
}

type Flying = { slip: HTMLElement; width: number; animation: Animation };
export type Lane = { top: number; pace: number; gap: number; flying: Flying[]; isPaused: boolean };

/** Lanes of a stage, around the words in its middle. */
export function openLanes(stage: HTMLElement, words: HTMLElement) {
  return laneTops(stage.clientHeight, middleOf(stage, words)).map(
    (top, lane): Lane => ({ top, pace: paceOf(lane), gap: gapBefore(Math.random), flying: [], isPaused: false }),
  );
}

function middleOf(stage: HTMLElement, words: HTMLElement) {
  const { top } = stage.getBoundingClientRect();
  const middle = words.getBoundingClientRect();
  return { top: middle.top - top, bottom: middle.bottom - top };
}

export function hasRoom({ isPaused, flying, pace, gap }: Lane) {
  return !isPaused && isClear(flightOf(flying.at(-1)), pace, gap);
}

/** Returns the rightmost position at which a slip is wholly visible. */
export function visiblePlace(slipWidth: number, { stage, visibleWidth }: { stage: number; visibleWidth: number }) {
  const left = Math.max(edge, visibleWidth - slipWidth - edge);
  return { left, elapsedAt: (pace: number) => (stage - left) / pace };
}

/** The lane where a slip displaces the fewest others, and those. */
export function roomiest(lanes: Lane[], left: number, stage: number) {
  const choices = lanes
    .filter(({ isPaused }) => !isPaused)
    .map((lane) => ({
      lane,
      inTheWay: lane.flying.filter((flying) => rightOf(flying, lane, stage) + edge > left),
    }));
  return choices.toSorted((a, b) => a.inTheWay.length - b.inTheWay.length)[0];
}

function rightOf(flying: Flying, { pace }: Lane, stage: number) {
  return stage - (flightOf(flying)?.elapsed ?? 0) * pace + flying.width;
}

/** Visible width of the stage beside the open list, measured at its words. */
export function visibleWidthOf(stage: HTMLElement, words: HTMLElement) {
  const { left, width } = words.getBoundingClientRect();
  return Math.min(stage.clientWidth, 2 * (left + width / 2 - stage.getBoundingClientRect().left));
}

/** The animation's clock stops while it is paused. */
function flightOf(flying: Flying | undefined): Flight | undefined {
  return flying && { width: flying.width, elapsed: Number(flying.animation.currentTime ?? 0) / 1000 };
}

export function fly(slip: HTMLElement, { top, pace }: Lane, width: number, stage: number, elapsed: number) {
  slip.style.top = `${top}px`;
  slip.dataset.on = '';
  const path = [{ transform: `translateX(${stage}px)` }, { transform: `translateX(${-width}px)` }];
  // starts and ends off screen, as a busy browser may be a frame or two late
  const animation = slip.animate(path, { duration: timeAcross(width, pace, stage) * 1000, fill: 'both' });
  animation.currentTime = elapsed * 1000;
  return animation;
}

export function ground({ slip, animation }: Flying) {
  animation.cancel();
  slip.removeAttribute('data-on');
}
