import { svgElement } from '../../core/covers/brush.ts';
import type { Face } from './faces.ts';

type Place = {
  face: Face;
  x: number;
  baseline: number;
  size: number;
  fill: string;
  /** Added after each character, in parts of the size. */
  spacing?: number;
  anchor?: 'start' | 'end';
};

/** Height of the baseline below the top of a square of type, and of the middle of Latin quoteCards above it. */
const rise = 0.88;
const middleOfLatin = 0.36;

/** Sets a line of text from left to right. */
export function setLine(text: string, { face, x, baseline, size, fill, spacing = 0, anchor = 'start' }: Place): string {
  let at = anchor === 'end' ? x - lineWidth(text, { face, size, spacing }) : x;
  const outlines = Array.from(text, (character) => {
    const outline = setGlyph(face, character, at, baseline, size);
    at += (face.widthOf(character) + spacing) * size;
    return outline;
  });
  return svgElement('g', { fill }, ...outlines);
}

function lineWidth(text: string, { face, size, spacing = 0 }: Pick<Place, 'face' | 'size' | 'spacing'>): number {
  return (face.widthOf(text) + spacing * Math.max(0, Array.from(text).length - 1)) * size;
}

/** Begins a line with an ellipsis or ends it with one, so that it fits a width. */
export function fitLine(text: string, width: number, measured: Pick<Place, 'face' | 'size' | 'spacing'>): string {
  if (lineWidth(text, measured) <= width) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && lineWidth(`${characters.join('')}…`, measured) > width) characters.pop();
  return `${characters.join('')}…`;
}

/** Sets a character by the left end of its baseline. */
export function setGlyph(face: Face, character: string, x: number, baseline: number, size: number): string {
  return outline(face, character, size, [1, 0, 0, -1, x, baseline]);
}

/** Sets a character in the middle of a square whose top is given. */
export function setUpright(face: Face, character: string, middle: number, top: number, size: number): string {
  const x = middle - (face.widthOf(character) * size) / 2;
  return setGlyph(face, character, x, top + rise * size, size);
}

/** Sets a word turned by a quarter, downwards from a top. */
export function setTurned(face: Face, text: string, middle: number, top: number, size: number): string {
  let at = top;
  const x = middle - middleOfLatin * size;
  return Array.from(text, (character) => {
    const turned = outline(face, character, size, [0, 1, 1, 0, x, at]);
    at += face.widthOf(character) * size;
    return turned;
  }).join('');
}

/** Sets two figures side by side in a square, narrowed to it. */
export function setPair(face: Face, text: string, middle: number, top: number, size: number): string {
  const narrow = Math.min(1, 0.96 / face.widthOf(text));
  let at = middle - (face.widthOf(text) * narrow * size) / 2;
  return Array.from(text, (character) => {
    const set = outline(face, character, size, [narrow, 0, 0, -1, at, top + rise * size]);
    at += face.widthOf(character) * narrow * size;
    return set;
  }).join('');
}

type Matrix = [number, number, number, number, number, number];

/** `turn`: a matrix whose first four are parts of the type's size. */
function outline(face: Face, character: string, size: number, [a, b, c, d, x, y]: Matrix): string {
  const d0 = face.pathOf(character);
  if (d0 === '') return '';
  const scale = size / face.unit;
  const matrix = [a * scale, b * scale, c * scale, d * scale].map((one) => Number(one.toFixed(5)));
  return svgElement('path', { d: d0, transform: `matrix(${[...matrix, x.toFixed(1), y.toFixed(1)].join(' ')})` });
}
