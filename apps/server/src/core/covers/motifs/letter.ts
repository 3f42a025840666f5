import { BRUSH_EDGE, box, curve, type Point, taper, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { element, group, line, shape } from '../drawing/svg.ts';

/** The ruled part of the page: its edges and how wide its columns are. */
type Page = { left: number; top: number; width: number; height: number; columns: number; column: number };

/** 栏: ruled letter paper, written from right to left, sealed at the end. */
export function letter(sheet: Sheet): string {
  const page = ruledPage(sheet);
  const blank = chosen(sheet, [3, 4, 2, 5, 3]);
  const written: string[] = [];
  for (let column = page.columns - 1; column >= blank; column--) {
    const last = column === blank;
    const filled = last ? sheet.random.between(0.25, 0.5) : sheet.random.between(0.62, 1);
    written.push(...writeColumn(sheet, page, column, filled));
  }
  const writing = group({ fill: sheet.colours.script, opacity: 0.9 }, ...written);
  return rules(sheet, page) + writing + seal(sheet, page, blank - 2);
}

function ruledPage({ shape: format, width, height }: Sheet): Page {
  const columns = format === 'banner' ? 25 : 13;
  const left = width * 0.1;
  return {
    left,
    top: height * 0.1,
    width: width - 2 * left,
    height: height * 0.8,
    columns,
    column: (width - 2 * left) / columns,
  };
}

function rules({ colours }: Sheet, page: Page): string {
  const ruled = Array.from({ length: page.columns + 1 }, (_, index) => {
    const x = page.left + index * page.column;
    const ends: Point[] = [
      [x, page.top],
      [x, page.top + page.height],
    ];
    return line(ends, { 'stroke-width': 1.6, opacity: 0.55 });
  });
  const frame = element('rect', {
    x: page.left - 9,
    y: page.top - 9,
    width: page.width + 18,
    height: page.height + 18,
    'stroke-width': 4,
    opacity: 0.6,
  });
  return group({ stroke: colours.accent, fill: 'none' }, ...ruled, frame);
}

/** Marks like characters down one column, `filled` (0..1) of its length. */
function writeColumn(sheet: Sheet, page: Page, column: number, filled: number): string[] {
  const x = page.left + (column + 0.5) * page.column;
  const end = page.top + page.height * 0.95 * filled;
  const marks: string[] = [];
  for (let y = page.top + page.column * 0.6; y < end; y += page.column * 0.86) {
    const strokes = sheet.random.whole(3, 5);
    for (let stroke = 0; stroke < strokes; stroke++) marks.push(writeStroke(sheet, [x, y], page.column * 0.32));
  }
  return marks;
}

/** One stroke of a character, more often level than upright, thick where the brush was set down. */
function writeStroke({ random, noise }: Sheet, [x, y]: Point, size: number): string {
  const upright = random.chance(0.45);
  const startX = x + random.between(-0.5, 0.5) * size - (upright ? 0 : size * 0.7);
  const startY = y + random.between(-0.75, 0.75) * size;
  const bend: Point = [startX + size * 0.3, startY + random.between(-3, 3)];
  const end: Point = upright
    ? [startX + random.between(-7, 7), startY + size * random.between(0.8, 1.5)]
    : [startX + size * random.between(0.9, 1.5), startY + random.between(-6.3, 2.7)];
  const thickness = random.between(4.5, 8.5);
  const mark = taper(curve([startX, startY], bend, end), thickness, thickness * random.between(0.3, 0.9));
  return shape(tremble(mark, noise, BRUSH_EDGE), {});
}

function seal({ colours, noise }: Sheet, page: Page, column: number): string {
  const size = page.column * 0.76;
  const stamp = box(page.left + page.column * (column + 0.12), page.top + page.height * 0.78, size, size);
  return shape(tremble(stamp, noise, BRUSH_EDGE), { fill: colours.accent });
}
