import { drawable } from '../../core/typeface/font-characters.ts';
import type { Outlines } from '../../core/typeface/glyph-outline.ts';

/** A face to set text in; sizes and lengths are in parts of the type. */
export type Face = {
  has: (character: string) => boolean;
  widthOf: (text: string) => number;
  /** Outline as SVG path, in units of which `unit` are the type. */
  pathOf: (character: string) => string;
  unit: number;
};

export type Faces = { song: Face; mono: Face };

/** 虚缺号, for a character that the typeface lacks. */
export const lacking = '□';

export function faceOf({ unit, glyphs }: Outlines): Face {
  const glyphOf = (character: string) => glyphs.get(character) ?? glyphs.get(lacking);
  return {
    unit,
    has: (character) => glyphs.has(character),
    widthOf: (text) => Array.from(text).reduce((sum, one) => sum + (glyphOf(one)?.width ?? 0) / unit, 0),
    pathOf: (character) => (/\s/.test(character) ? '' : (glyphOf(character)?.path ?? '')),
  };
}

/** Signs that nobody misses: pictographs with their modifiers, and what has no shape. */
const unneeded =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Cc}]|\p{Variation_Selector}|\u20e3/gu;

/** Words without pictographs, which a typeface of one colour does not have. Lines stay. */
export function withoutPictographs(words: string): string {
  return words.replace(unneeded, (sign) => (sign === '\n' || drawable(sign).length > 0 ? sign : ''));
}

/** Characters of words that the typeface lacks. */
export function missingIn(words: string): string[] {
  const known = new Set(drawable(words));
  return [...new Set(words)].filter((one) => !known.has(one) && !/[\s\ue000-\ue004]/.test(one));
}
