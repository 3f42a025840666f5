/** WCAG 2 AA contrast for text, with a margin for rounding. */
const enough = 4.55;
const step = 0.005;
/** Chroma of cinnabar; higher is too vivid on paper. */
const mostChroma = 0.165;

/** Backgrounds of text in tokens.css, and the opacity of their tint. */
const themes = {
  light: { grounds: [98.4, 99.6, 96.4, 94.2].map(paper), start: 0.53, direction: -1, tint: 0.075 },
  dark: { grounds: [18.5, 22.5, 21, 27].map(paper), start: 0.7, direction: 1, tint: 0.13 },
} as const;
const onFill = toRgb({ l: 0.985, c: 0.008, h: 80 });

export type AccentTheme = { seal: string; seal2: string; tint: string; fill: string; fill2: string; stamp: string };
type AccentThemes = { light: AccentTheme; dark: AccentTheme };

/**
 * Derives the accent of both themes from `#rrggbb`: hue and limited chroma are kept, lightness follows from a contrast
 * of at least 4.5:1, as text on every background and as the background of button text. Colours are within sRGB, as
 * `oklch(…)`. @throws RangeError for an invalid colour.
 */
export function accentThemes(colour: string): AccentThemes {
  return themesOf(colour, asOklch);
}

/** Accent colours as `#rrggbb` and `rgba(…)`, for mail programs and antd. @throws RangeError for an invalid colour. */
export function accentInSrgb(colour: string): AccentThemes {
  return themesOf(colour, asSrgb);
}

/** Style sheet that overrides tokens.css. */
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

/** First lightness from `start` that satisfies `willDo`. Ends at black or white, which always do. */
function lightnessOf(hue: Omit<Oklch, 'l'>, start: number, direction: 1 | -1, willDo: (colour: Rgb) => boolean) {
  let l: number = start;
  while (l > 0.05 && l < 0.97 && !willDo(toRgb(inGamut({ ...hue, l })))) l += direction * step;
  return l;
}

function paper(lightness: number): Rgb {
  return toRgb({ l: lightness / 100, c: 0.01, h: 80 });
}

type Oklch = { l: number; c: number; h: number };
/** Linear light, each from 0 to 1. */
type Rgb = [red: number, green: number, blue: number];

/** WCAG 2 contrast of two colours in linear light, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb) {
  const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** Clamps chroma to the sRGB gamut, keeping lightness and hue. */
function inGamut({ l, c, h }: Oklch): Oklch {
  const rounded = Math.round(l * 1000) / 1000;
  let chroma = Math.round(c * 1000) / 1000;
  const shows = () => toRgb({ l: rounded, c: chroma, h }).every((part) => part >= -0.0005 && part <= 1.0005);
  while (chroma > 0 && !shows()) chroma = Math.max(0, Math.round((chroma - 0.005) * 1000) / 1000);
  return { l: rounded, c: chroma, h };
}

/** Blends one colour over another as browsers do, in gamma-encoded sRGB. */
export function mixed(top: Rgb, ground: Rgb, share: number): Rgb {
  return top.map((part, at) => linear(curved(part) * share + curved(ground[at] ?? 0) * (1 - share))) as Rgb;
}

/** Formats as `oklch(…)`, clamped to sRGB. */
function asOklch({ l, c, h }: Oklch, alpha?: number) {
  return `oklch(${round(l * 100)}% ${c} ${round(h)}${alpha === undefined ? '' : ` / ${alpha}`})`;
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}

/** Converts to sRGB, `#rrggbb` or `rgba(…)`, for consumers without oklch. */
function asSrgb(colour: Oklch, alpha?: number) {
  const channels = toRgb(colour).map((part) => Math.round(curved(part) * 255));
  if (alpha !== undefined) return `rgba(${channels.join(', ')}, ${alpha})`;
  return `#${channels.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function luminance([red, green, blue]: Rgb) {
  return 0.2126 * clamp(red) + 0.7152 * clamp(green) + 0.0722 * clamp(blue);
}

/** Parses `#rrggbb` to linear light. @throws RangeError otherwise. */
export function parse(colour: string): Rgb {
  const [, ...channels] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? [];
  if (channels.length !== 3) throw new RangeError(`no colour: ${colour}`);
  return channels.map((part) => linear(Number.parseInt(part, 16) / 255)) as Rgb;
}

/**
 * Converts to linear light; outside 0–1 beyond sRGB. Source: Björn Ottosson, https://bottosson.github.io/posts/oklab/
 */
function toRgb({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Converts back from linear light. */
function fromRgb([red, green, blue]: Rgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, b),
    h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}

function linear(part: number) {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function curved(part: number) {
  const within = clamp(part);
  return within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055;
}

function clamp(part: number) {
  return Math.min(1, Math.max(0, part));
}
