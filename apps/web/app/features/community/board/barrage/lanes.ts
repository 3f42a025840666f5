/** Lengths in CSS pixels, times in seconds, speeds in pixels a second. A slip moves from the stage's right edge out to its left. */
export type Flight = { width: number; elapsed: number };

/** Slips of a lane share one pace, so that none catches up with the one before it. Neighbouring lanes differ. */
const paces = [30, 25, 28, 23, 31, 26];
export const paceOf = (lane: number) => paces[lane % paces.length] ?? 28;

export const slipHeight = 44;
const lanePitch = 66;
const edge = 24;
/** One slip on so many square pixels is enough. */
const areaEach = 52_000;

/** Whether the next may enter: all of the last has, and the gap behind it. */
export function isClear(last: Flight | undefined, pace: number, gap: number): boolean {
  return !last || last.elapsed * pace >= last.width + gap;
}

/** How long a slip is under way. */
export function timeAcross(width: number, pace: number, stage: number): number {
  return (stage + width) / pace;
}

/** How many may be under way at once on a stage. */
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

/** The space before the next slip: a breath, and no two alike. */
export function gapBefore(random: () => number): number {
  return 96 + 224 * random();
}

export type Placed = { slip: number; lane: number; elapsed: number };
type Stage = { width: number; lanes: number; most: number };

/**
 * Slips already under way at the beginning, so that nobody looks at an empty stage: lane by lane from the left, a slip
 * to each in turn.
 */
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
  // the foremost first, as if they had come in one after the other
  return placed.sort((a, b) => b.elapsed - a.elapsed);
}
