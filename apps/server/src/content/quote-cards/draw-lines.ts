import { svgElement } from '../../core/covers/brush.ts';
import type { PlacedItem } from './break-lines.ts';
import type { Drawing } from './drawing.ts';
import type { Face, Faces } from './faces.ts';
import { type Block, codeBlock, codePadding, codeSize, heightOf, type LineItem, setLines } from './horizontal-text.ts';
import { papers, vermilion, width } from './papers.ts';
import { characterSeal, initialOf } from './seals.ts';
import { fitLine, setGlyph, setLine } from './set-text.ts';

const side = 96;
const inner = width - 2 * side;
/** Upper and lower bound of the text, and the line above the title. */
const top = 268;
const bottom = 1036;
const hairline = 1066;

const { ink, lesser } = papers.plain;

/** 素笺: text from left to right, for code and for what is not Chinese. */
export function drawLines(drawing: Drawing, faces: Faces): string {
  const set = setLines(drawing.words, { width: inner, height: bottom - top }, faces);
  // short words stand a little lower, where the eye rests
  const down = Math.min(120, (bottom - top - heightOf(set.blocks)) * 0.16);
  const body = set.blocks.map((block) => drawBlock(block, { ...set, y: top + down + block.top }, faces));
  return [drawHead(drawing, faces.song), corner(top + down), ...body, drawSource(drawing, faces.song)].join('');
}

/** Place of a say's photograph on its card, less high above longer words. */
export function photoBox(words: string) {
  const height = Array.from(words).length > 56 ? 470 : 592;
  return { left: side, top: 92, width: inner, height };
}

/** 带照片: text from left to right below a photograph, which is laid on the drawing. */
export function drawBelowPhoto(drawing: Drawing, faces: Faces): string {
  const { label, term, words } = drawing;
  const box = photoBox(words);
  const start = box.top + box.height + 46;
  const set = setLines(words, { width: inner, height: bottom - start }, faces);
  const down = (bottom - start - heightOf(set.blocks)) / 2;
  const body = set.blocks.map((block) => drawBlock(block, { ...set, y: start + down + block.top }, faces));
  const where = [label, term].filter(Boolean).join('　');
  return [...body, drawSource({ ...drawing, term: where }, faces.song)].join('');
}

function drawHead({ label, day }: Drawing, song: Face): string {
  const small = { face: song, size: 25, baseline: 138 };
  const [year, month, date] = day.split('-').map(Number);
  const written = day === '' ? '' : `${year} 年 ${month} 月 ${date} 日`;
  return [
    setLine(label, { ...small, x: side, fill: vermilion, spacing: 0.14 }),
    setLine(written, { ...small, x: width - side, fill: lesser, anchor: 'end' }),
  ].join('');
}

/** Bracket of the seal's colour at the upper left of the text. */
function corner(y: number): string {
  const d = `M${side - 31.5} ${y + 58}V${y - 23.5}H${side + 18}`;
  return svgElement('path', { d, fill: 'none', stroke: vermilion, 'stroke-width': 5 });
}

type BlockPlace = { y: number; type: number; leading: number };

function drawBlock(block: Block, { y, type, leading }: BlockPlace, faces: Faces): string {
  if (block.kind === 'code') return drawCode(block.lines, block.height, y, faces);
  return block.lines
    .map((line, index) => drawLine(line, y + index * leading + leading / 2 + type * 0.37, type, faces))
    .join('');
}

function drawLine(line: PlacedItem<LineItem>[], baseline: number, type: number, faces: Faces): string {
  const size = type * codeSize;
  const runs = Map.groupBy(
    line.filter(({ code }) => code !== undefined),
    ({ code }) => code,
  );
  const boxes = Array.from(runs.values(), (run) => codeBox(run, baseline, size));
  const text = line.map((item) => {
    if (item.isSpace) return '';
    if (item.code === undefined)
      return setLine(item.text, { face: faces.song, x: side + item.at, baseline, size: type, fill: ink });
    const isFirst = runs.get(item.code)?.[0] === item;
    const x = side + item.at + (isFirst ? codePadding * size : 0);
    return svgElement('g', { fill: '#3b332c' }, setCode(item.text, x, baseline, size, faces));
  });
  return [...boxes, ...text].join('');
}

function codeBox(run: PlacedItem<LineItem>[], baseline: number, size: number): string {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return '';
  const colours = { fill: '#f4f0e7', stroke: '#dcd5c9', 'stroke-width': 1.6, rx: 6 };
  const wide = last.at + last.advance - first.at;
  return svgElement('rect', {
    ...colours,
    x: side + first.at,
    y: baseline - size * 0.96,
    width: wide,
    height: size * 1.36,
  });
}

/** Sets code; what its face lacks, as Chinese, is in that of the text. */
function setCode(text: string, x: number, baseline: number, size: number, { mono, song }: Faces): string {
  let at = x;
  return Array.from(text, (character) => {
    const face = mono.has(character) ? mono : song;
    const set = setGlyph(face, character, at, baseline, size);
    at += face.widthOf(character) * size;
    return set;
  }).join('');
}

function drawCode(lines: string[], height: number, y: number, faces: Faces): string {
  const { type, leading, left, padding } = codeBlock;
  return [
    svgElement('rect', { x: side, y, width: inner, height, fill: '#f3efe6' }),
    svgElement('rect', { x: side, y, width: 4, height, fill: vermilion }),
    ...lines.map((line, index) =>
      svgElement(
        'g',
        { fill: '#3b332c' },
        setCode(line, side + left, y + padding + index * leading + leading / 2 + type * 0.34, type, faces),
      ),
    ),
  ].join('');
}

/** Title and writer, and the writer's seal. */
function drawSource({ title, author, term }: Drawing, song: Face): string {
  const seal = { x: width - side - 58, y: hairline + 46, side: 58 };
  const room = inner - 58 - 40;
  const large = { face: song, size: 34 };
  const small = { face: song, size: 25, spacing: 0.04 };
  const [first, second] = title ? [`《${title}》`, [author, term].filter(Boolean).join('　')] : [author, term];
  return [
    svgElement('rect', { x: side, y: hairline, width: inner, height: 1.6, fill: '#c9c2b7' }),
    setLine(fitLine(first, room, large), {
      ...large,
      // the opening sign is half a square of nothing
      x: title ? side - 17 : side,
      baseline: hairline + 72,
      fill: ink,
    }),
    setLine(fitLine(second, room, small), { ...small, x: side, baseline: hairline + 116, fill: lesser }),
    characterSeal(song, initialOf(author), seal),
  ].join('');
}
