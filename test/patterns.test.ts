import { expect, test } from 'vitest';
import { findPatterns } from './patterns/find-patterns.ts';
import { isExponential, worseThanLinear } from './patterns/worse-than-linear.ts';

/** Patterns allowed to be worse than linear, with what bounds their input. */
const bounded: Record<string, string> = {
  '/\\[([^\\]]{1,300})\\]/': 'readFenceInfo cuts what follows a fence to 300 characters',
  '/(<pre\\b[^<>]*>[\\s\\S]*?<\\/pre>)/': 'the renderer closes each block of code, so that each is read once',
  '/<figure class="fig">(.*?)<\\/figure>/gs': 'the renderer closes each figure, so that each is read once',
  '/.+?(?:[。！？!?…；]+[”’」』）】》)\\]"\']*|\\.(?=\\s)|$)/gsu':
    'matches from wherever it begins, so that no character is tried twice',
  '/\\B(?=(\\d{3})+$)/g': 'figures writes a number, which has at most 25 characters',
};

/**
 * Folder whose patterns run in the browser on the writer's own text: they can only slow down themselves.
 * Even so nothing exponential, which a page pasted from elsewhere might meet by accident.
 */
const ownText = 'apps/web/app/features/content/editor/';

const patterns = findPatterns();

test('the whole program is read', () => {
  expect(patterns.length).toBeGreaterThan(600);
  const places = patterns.flatMap((pattern) => pattern.places);
  expect(places).toContainEqual(expect.stringMatching(/^packages\/markdown\/src\/raw-html\.ts:/)); // made by new RegExp
});

test('no pattern takes more than time in proportion to what strangers send', () => {
  const found = patterns.flatMap(({ source, flags, places }) => {
    if (`/${source}/${flags}` in bounded) return [];
    const isOwn = places.every((place) => place.startsWith(ownText));
    const reason = worseThanLinear(source, flags, { running: !isOwn });
    return reason === '' || (isOwn && !isExponential(reason)) ? [] : [`${places.join(', ')}: ${reason}`];
  });
  expect(found).toEqual([]);
}, 120_000);

test('each bounded pattern is still there, and still needs its bound', () => {
  const known = patterns.map(({ source, flags }) => `/${source}/${flags}`);
  expect(Object.keys(bounded).filter((pattern) => !known.includes(pattern))).toEqual([]);
});

test.each([
  ['(a+)+b', '', 'exponential'],
  ['\\s+$', '', 'Move'],
  ['<[^>]*>', 'g', 'Move'],
  ['^a*[^\\n]*$', '', 'Trade'],
  ['^(?:<!--.*?-->)*<svg', 's', 'slow'],
  ['<pre>[\\s\\S]*?</pre>', 'g', 'slow'],
  ['\\/files\\/([\\w/-]+\\.\\w+)', 'g', 'slow'],
  ['\\b(?=[\\w-]*\\d)[\\w-]{32,}', 'g', 'slow'],
])('/%s/%s is found', (source, flags, reason) => {
  expect(worseThanLinear(source, flags)).toMatch(new RegExp(`^${reason}`));
});

test.each([
  ['(?<!\\s)\\s+$', ''],
  ['<[^<>]*>', 'g'],
  ['^[^"]*"(?:\\\\.|[^"\\\\])*"', ''],
])('/%s/%s is not', (source, flags) => {
  expect(worseThanLinear(source, flags)).toBe('');
});
