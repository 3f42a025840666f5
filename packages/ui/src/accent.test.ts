import { expect, test } from 'vitest';
import { accentInSrgb, accentSheet, accentThemes, contrast, parse } from './accent.ts';

/** Converts `oklch(…)` as a browser does: colours are read back from the finished sheet, not from our own sums. */
function read(colour: string): [number, number, number] {
  const [l = 0, c = 0, h = 0] = [...colour.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(Number);
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const cone = (x: number, y: number) => (l / 100 + x * a + y * b) ** 3;
  const [s, m, t] = [
    cone(0.3963377774, 0.2158037573),
    cone(-0.1055613458, -0.0638541728),
    cone(-0.0894841775, -1.291485548),
  ];
  return [
    4.0767416621 * s - 3.3077115913 * m + 0.2309699292 * t,
    -1.2684380046 * s + 2.6097574011 * m - 0.3413193965 * t,
    -0.0041960863 * s - 0.7034186147 * m + 1.707614701 * t,
  ];
}

const grounds = {
  light: ['98.4% 0.006 85', '99.6% 0.003 85', '96.4% 0.009 90', '94.2% 0.012 90'],
  dark: ['18.5% 0.008 70', '22.5% 0.009 70', '21% 0.009 72', '27% 0.01 72'],
};
const words = read('98.5% 0.008 80');

const two = (part: number) => part.toString(16).padStart(2, '0');
const all = [0, 64, 128, 192, 255].flatMap((red) =>
  [0, 64, 128, 192, 255].flatMap((green) =>
    [0, 64, 128, 192, 255].map((blue) => `#${two(red)}${two(green)}${two(blue)}`),
  ),
);

test('every accent colour has legible text and buttons in both themes', () => {
  expect(all).toHaveLength(125);
  for (const colour of all)
    for (const [name, { seal, seal2, fill, fill2 }] of Object.entries(accentThemes(colour))) {
      const pairs = grounds[name as 'light'].flatMap((ground) => [seal, seal2].map((text) => ({ text, ground })));
      for (const { text, ground } of pairs)
        expect(contrast(read(text), read(ground)), `${colour} ${name}: ${text} on ${ground}`).toBeGreaterThan(4.5);
      for (const ground of [fill, fill2])
        expect(contrast(read(ground), words), `${colour} ${name}: words on ${ground}`).toBeGreaterThan(4.5);
    }
});

test('all derived colours are within sRGB', () => {
  for (const colour of all)
    for (const theme of Object.values(accentThemes(colour)))
      for (const shown of Object.values(theme))
        for (const part of read(shown))
          expect(part, `${colour}: ${shown}`).toBeCloseTo(Math.min(1, Math.max(0, part)), 2);
});

test('the sRGB palette equals the oklch colours', () => {
  for (const colour of ['#1f5f8f', '#b83a2b', '#ffffff', '#00ff00'])
    for (const theme of ['light', 'dark'] as const) {
      const { tint, ...solid } = accentInSrgb(colour)[theme];
      const reported = accentThemes(colour)[theme];
      for (const [name, hex] of Object.entries(solid))
        for (const [at, part] of parse(hex).entries())
          expect(part, `${colour} ${theme} ${name}`).toBeCloseTo(read(reported[name as 'seal'])[at] ?? 0, 2);
      expect(tint).toMatch(/^rgba\(\d+, \d+, \d+, 0\.\d+\)$/);
    }
});

test('the sheet sets accent tokens only, and other input is refused', () => {
  expect(accentSheet('#2b5f8a')).toMatch(/^:root:root\{(?:--color-[\w-]+:light-dark\([^;{}]+\);?){7}\}\n$/);
  for (const colour of ['', 'red', '#12345', '#12345g', '#123456;}'])
    expect(() => accentSheet(colour)).toThrow(RangeError);
});
