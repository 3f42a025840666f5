import { expect, test } from 'vitest';
import { gapBefore, isClear, laneTops, layStart, mostOn, paceOf, slipHeight, timeAcross } from './lanes.ts';

/** Mulberry32: the same stages on each run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Flying = { width: number; lane: number; elapsed: number; span: number };

/** Two slips of a lane that overlap now. */
function overlaps(flying: Flying[], stage: number) {
  const places = flying.map(({ width, lane, elapsed }) => ({ lane, left: stage - elapsed * paceOf(lane), width }));
  return places.filter((a, i) =>
    places.some((b, j) => i < j && a.lane === b.lane && a.left < b.left + b.width && b.left < a.left + a.width),
  );
}

/** A stage as the browser plays it: looks for room now and then, and lanes stand still at times. */
function openStage(seed: number) {
  const random = dice(seed);
  const width = 200 + random() * 2200;
  const lanes = Array.from({ length: 1 + Math.floor(random() * 9) }, (_, lane) => ({ lane, gap: gapBefore(random) }));
  const most = mostOn({ width, height: lanes.length * 100 });
  const widths = Array.from({ length: 1 + Math.floor(random() * 60) }, () => 60 + random() ** 3 * 1700);
  const waiting = widths.map((_, slip) => slip);
  const seen = new Set<number>();
  let flying: (Flying & { slip: number })[] = [];

  const launch = (slip: number, lane: number, elapsed: number) => {
    const own = widths[slip] ?? 0;
    waiting.splice(waiting.indexOf(slip), 1);
    seen.add(slip);
    flying.push({ slip, width: own, lane, elapsed, span: timeAcross(own, paceOf(lane), width) });
  };
  const pass = (seconds: number, remaining: number) => {
    for (const one of flying) one.elapsed += one.lane === remaining ? 0 : seconds;
    waiting.push(...flying.filter(({ elapsed, span }) => elapsed >= span).map(({ slip }) => slip));
    flying = flying.filter(({ elapsed, span }) => elapsed < span);
  };
  const look = (remaining: number) => {
    for (const at of lanes.filter(({ lane }) => lane !== remaining)) {
      const last = flying.filter(({ lane }) => lane === at.lane).at(-1);
      const [slip] = waiting;
      if (slip === undefined || flying.length >= most || !isClear(last, paceOf(at.lane), at.gap)) continue;
      launch(slip, at.lane, 0);
      at.gap = gapBefore(random);
    }
  };
  const turn = () => {
    const remaining = random() < 0.3 ? Math.floor(random() * lanes.length) : -1;
    pass(random() < 0.05 ? 5 : 0.3 * random(), remaining);
    look(remaining);
    return { count: flying.length, overlaps: overlaps(flying, width) };
  };
  for (const { slip, lane, elapsed } of layStart(widths, { width, lanes: lanes.length, most }, random))
    launch(slip, lane, elapsed);
  return { turn, most, seen, all: widths.length };
}

test('no two slips of a lane ever overlap, whatever their widths, the stage and the pauses', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { turn, most } = openStage(seed);
    for (let turns = 0; turns < 1500; turns++) {
      const { count, overlaps } = turn();
      if (overlaps.length > 0 || count > most) expect.fail(`seed ${seed}, turn ${turns}: ${JSON.stringify(overlaps)}`);
    }
  }
});

test('every message is shown in turn', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const { turn, seen, all } = openStage(seed);
    for (let turns = 0; turns < 12_000 && seen.size < all; turns++) turn();
    expect(seen.size, `seed ${seed}`).toBe(all);
  }
});

test('slips at the beginning stand within the stage and apart from each other', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = dice(seed);
    const width = 200 + random() * 2200;
    const widths = Array.from({ length: 50 }, () => 60 + random() ** 3 * 1700);
    const placed = layStart(widths, { width, lanes: 6, most: 18 }, random);
    const flying = placed.map(({ slip, lane, elapsed }) => ({ width: widths[slip] ?? 0, lane, elapsed, span: 0 }));
    expect(placed.length).toBeGreaterThan(0);
    expect(placed.length).toBeLessThanOrEqual(18);
    expect(overlaps(flying, width)).toEqual([]);
    for (const { elapsed } of placed) expect(elapsed).toBeGreaterThan(0);
  }
});

test('lanes keep clear of the words and of the edges', () => {
  const tops = laneTops(800, { top: 330, bottom: 480 });
  expect(tops.length).toBeGreaterThan(4);
  for (const top of tops) {
    expect(top).toBeGreaterThanOrEqual(24);
    expect(top + slipHeight).toBeLessThanOrEqual(776);
    expect(top + slipHeight <= 330 || top >= 480).toBe(true);
  }
  expect(laneTops(200, { top: 40, bottom: 180 })).toEqual([]);
  expect(layStart([100], { width: 300, lanes: 0, most: 3 }, Math.random)).toEqual([]);
});
