import { asOklch, asSrgb, contrast, fromRgb, inGamut, mixed, type Oklch, parse, type Rgb, toRgb } from './oklch.ts';

/** WCAG 2 AA for text, and a little for rounding. */
const enough = 4.55;
const step = 0.005;
/** As vivid as cinnabar: what is brighter shouts on paper. */
const mostChroma = 0.165;

/** The grounds text stands on in tokens.css, and how strong the tint under it is. */
const themes = {
  light: { grounds: [98.4, 99.6, 96.4, 94.2].map(paper), start: 0.53, direction: -1, tint: 0.075 },
  dark: { grounds: [18.5, 22.5, 21, 27].map(paper), start: 0.7, direction: 1, tint: 0.13 },
} as const;
const onFill = toRgb({ l: 0.985, c: 0.008, h: 80 });

export type AccentTheme = { seal: string; seal2: string; tint: string; fill: string; fill2: string; stamp: string };
export type AccentThemes = { light: AccentTheme; dark: AccentTheme };

/**
 * The accent of both themes from one colour as `#rrggbb`: its hue, and its vividness within limits. How light it is
 * follows from the contrast: as text on every ground, and as the ground of the button's text, it is at least 4.5:1.
 * Colours lie within sRGB, as `oklch(…)`. @throws RangeError for what is no such colour.
 */
export function accentThemes(colour: string): AccentThemes {
  return themesOf(colour, asOklch);
}

/** The same as `#rrggbb`, the tint as `rgba(…)`: for mail programs and for antd. @throws RangeError for no such colour. */
export function accentInSrgb(colour: string): AccentThemes {
  return themesOf(colour, asSrgb);
}

/** The same as a style sheet that goes over tokens.css. */
export function accentSheet(colour: string): string {
  const { light, dark } = accentThemes(colour);
  const token = (name: string, of: keyof AccentTheme) => `--color-${name}:light-dark(${light[of]},${dark[of]})`;
  const tokens = [
    token('seal', 'seal'),
    token('seal-2', 'seal2'),
    token('seal-bg', 'tint'),
    token('fill', 'fill'),
    token('fill-2', 'fill2'),
    token('stamp', 'stamp'),
    token('rule', 'tint'),
  ];
  return `:root:root{${tokens.join(';')}}\n`;
}

type Write = (colour: Oklch, alpha?: number) => string;

function themesOf(colour: string, write: Write): AccentThemes {
  const { c, h } = fromRgb(parse(colour));
  const hue = { c: Math.min(c, mostChroma), h };
  return { light: themeOf(hue, 'light', write), dark: themeOf(hue, 'dark', write) };
}

function themeOf(hue: Omit<Oklch, 'l'>, name: keyof typeof themes, write: Write): AccentTheme {
  const { grounds, start, direction, tint } = themes[name];
  const isLegible = (colour: Rgb) =>
    grounds.every(
      (ground) => contrast(colour, mixed(colour, ground, tint)) >= enough && contrast(colour, ground) >= enough,
    );
  const seal = lightnessOf(hue, start, direction, isLegible);
  const fill = lightnessOf(hue, 0.53, -1, (colour) => contrast(colour, onFill) >= enough);
  return {
    seal: write(inGamut({ ...hue, l: seal })),
    seal2: write(inGamut({ ...hue, l: seal + direction * 0.065 })),
    tint: write(inGamut({ ...hue, l: seal }), tint),
    fill: write(inGamut({ ...hue, l: fill })),
    fill2: write(inGamut({ ...hue, l: fill - 0.06 })),
    stamp: write(inGamut({ ...hue, l: fill })),
  };
}

/** The first lightness on the way from `start` that will do. Black and white always do: the way ends. */
function lightnessOf(hue: Omit<Oklch, 'l'>, start: number, direction: 1 | -1, willDo: (colour: Rgb) => boolean) {
  let l: number = start;
  while (l > 0.05 && l < 0.97 && !willDo(toRgb(inGamut({ ...hue, l })))) l += direction * step;
  return l;
}

function paper(lightness: number): Rgb {
  return toRgb({ l: lightness / 100, c: 0.01, h: 80 });
}
