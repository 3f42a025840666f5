import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { comment } from './comments.js';

/** Files and comments that one reading takes. */
const sample = { files: 40, comments: 70 };

/** Readings: how many somebody understood who did not write them, without opening a second file; 36 and 68 are wanted. */
const readings = [
  { day: '2026-11-28', seed: 20261128, files: 37, comments: 65 },
  { day: '2026-11-28', seed: 7, files: undefined, comments: 67 },
  { day: '2026-11-28', seed: 20261129, files: 35, comments: 61 },
  { day: '2026-11-28', seed: 20261130, files: 34, comments: 67 },
  { day: '2026-11-28', seed: 20261201, files: 37, comments: 69 },
];

/** Describes the readings, one line each. */
export function describeReadings() {
  return readings.map(({ day, seed, files, comments }) => {
    const ofFiles = files === undefined ? 'files not read' : `${files} of ${sample.files} files`;
    return `${ofFiles}, ${comments} of ${sample.comments} comments understood on ${day}, seed ${seed}`;
  });
}

const product = /^(?:apps|packages|scripts)\/.*\.(?:ts|tsx|js)$/;
const notProduct = /\.(?:test|spec)\.[jt]sx?$|\/test\//;

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(all, count, random) {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}

/**
 * Draws product files and comments at random.
 * @param root folder of the repository
 * @param seed whole number; the same on the same tree draws the same
 * @returns paths, and comments as `path:line text`
 */
export function drawSample(root, seed) {
  const listed = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  const paths = listed.filter((path) => product.test(path) && !notProduct.test(path)).sort();
  const random = randomFrom(seed);
  const files = pick(paths, sample.files, random);
  const comments = paths.flatMap((path) => commentsOf(path, readFileSync(resolve(root, path), 'utf8')));
  return { files, comments: pick(comments, sample.comments, random) };
}

function commentsOf(path, text) {
  return [...text.matchAll(comment)].map(
    ({ 0: said, index }) =>
      `${path}:${text.slice(0, index).split('\n').length} ${said.trim().replace(/\s*\n\s*\*?\s*/g, ' ')}`,
  );
}
