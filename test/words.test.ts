import { expect, test } from 'vitest';
import { absentIn } from '../scripts/comments.js';
import { inspectFiles } from '../scripts/measure.js';
import { measured } from './measured.ts';

type Places = Record<'coined' | 'riddles' | 'absent', string[]>;
const { places } = measured;
const inspectText = (path: string, text: string) => inspectFiles([path], new Map([[path, text]])) as unknown as Places;

test('names of files, types, functions and variables are plain words', () => {
  expect(places.coined).toEqual([]);
});

test('comments open with a verb or the noun described', () => {
  expect(places.riddles).toEqual([]);
});

test('what a comment names in backticks, and the files it names, are there', () => {
  expect(places.absent).toEqual([]);
});

test('a comment that names what is not there is reported with its place', () => {
  const planted =
    '/** Stops what grows faster than `watchUse` or `watchMemory` polls; see ui/cover.tsx, not ui/focus.ts. */\n';
  const names = { words: new Set(['watchUse']), paths: ['/apps/web/app/ui/cover.tsx', '/apps/web/app/focus.ts'] };
  expect(absentIn('planted.ts', `const one = 1;\n${planted}`, names)).toEqual([
    'planted.ts:2 watchMemory',
    'planted.ts:2 ui/focus.ts',
  ]);
});

test('a coined word is reported with its place and the word to use', () => {
  const planted = 'export type Given = { id: number };\nexport function sendLetter(patience: number) {}\n';
  expect(inspectText('apps/server/src/planted.ts', planted).coined).toEqual([
    'apps/server/src/planted.ts:1 Given (…Input)',
    'apps/server/src/planted.ts:2 sendLetter (mail)',
    'apps/server/src/planted.ts:2 patience (timeoutMs, debounceMs)',
  ]);
  expect(inspectText('apps/web/app/kept-drafts.ts', '').coined).toEqual([
    'apps/web/app/kept-drafts.ts:1 kept-drafts (stored)',
  ]);
});

test('what locks is not called hold, which is for review', () => {
  const planted =
    'export function holdSeries(trx: Trx) {}\nconst holdsList = 1;\nfunction holdMessage(hold: number) {}\n';
  expect(inspectText('planted.ts', planted).coined).toEqual([
    'planted.ts:1 holdSeries (lock, contain, keep; what waits for review alone is held)',
    'planted.ts:2 holdsList (contains, locks)',
  ]);
});

test('a comment that opens with a riddle is reported with its place', () => {
  const planted = 'const one = 1;\n/** What nobody asked for. */\nconst two = 2; // what is left\n/** Sums both. */\n';
  expect(inspectText('planted.ts', planted).riddles).toEqual([
    'planted.ts:2 What nobody asked for. */',
    'planted.ts:3 what is left',
  ]);
});

test('a stored name keeps its spelling', () => {
  expect(inspectText('planted.ts', 'const { askedBy } = room;').coined).toEqual([]);
});
