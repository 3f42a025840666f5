/** Outline of a character as SVG path, in a square of `unit`; its y grows upwards from the baseline. */
export type Glyph = { path: string; unit: number };

type Point = { x: number; y: number; isOnCurve: boolean };

/** Place of the character in a font that was cut to it: the first glyph stands for what a font lacks. */
const GLYPH = 1;

/** Reads the outline of the only character of a TrueType font. */
export function readOutline(font: Uint8Array): Glyph {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const [head, loca, glyf] = [tableAt(view, 'head'), tableAt(view, 'loca'), tableAt(view, 'glyf')];
  const isLong = view.getInt16(head + 50) === 1;
  const start = isLong ? view.getUint32(loca + 4 * GLYPH) : 2 * view.getUint16(loca + 2 * GLYPH);
  const path = readContours(view, glyf + start)
    .map(spellContour)
    .join('');
  return { path, unit: view.getUint16(head + 18) };
}

function tableAt(view: DataView, name: string): number {
  for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(entry + at)));
    if (tag === name) return view.getUint32(entry + 8);
  }
  throw new Error(`the font has no table ${name}`);
}

const flag = { onCurve: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 };

function readContours(view: DataView, start: number): Point[][] {
  const count = view.getInt16(start);
  if (count < 0) throw new Error('the character is composed of others');
  const ends = Array.from({ length: count }, (_, index) => view.getUint16(start + 10 + 2 * index));
  const total = (ends.at(-1) ?? -1) + 1;
  const instructions = start + 10 + 2 * count;
  const { flags, next } = readFlags(view, instructions + 2 + view.getUint16(instructions), total);
  const across = readCoordinates(view, next, flags, { short: flag.shortX, same: flag.sameX });
  const up = readCoordinates(view, across.next, flags, { short: flag.shortY, same: flag.sameY });
  const points = flags.map((bits, index) => ({
    x: across.values[index] ?? 0,
    y: up.values[index] ?? 0,
    isOnCurve: (bits & flag.onCurve) > 0,
  }));
  return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

function readFlags(view: DataView, start: number, total: number) {
  const flags: number[] = [];
  let next = start;
  while (flags.length < total) {
    const bits = view.getUint8(next++);
    const times = bits & flag.repeat ? view.getUint8(next++) + 1 : 1;
    for (let time = 0; time < times; time++) flags.push(bits);
  }
  return { flags, next };
}

/** Coordinates are differences: a byte and its sign, two bytes, or none for the same as before. */
function readCoordinates(view: DataView, start: number, flags: number[], bit: { short: number; same: number }) {
  let [next, value] = [start, 0];
  const values = flags.map((bits) => {
    const isSame = (bits & bit.same) > 0;
    if (bits & bit.short) value += view.getUint8(next++) * (isSame ? 1 : -1);
    else if (!isSame) {
      value += view.getInt16(next);
      next += 2;
    }
    return value;
  });
  return { values, next };
}

/** Spells quadratic curves; between two control points lies one on the curve that the font leaves out. */
function spellContour(points: Point[]): string {
  const first = points.findIndex(({ isOnCurve }) => isOnCurve);
  const ordered = [...points.slice(first), ...points.slice(0, first + 1)];
  const [start] = ordered;
  if (!start) return '';
  let path = `M${start.x} ${start.y}`;
  for (const [index, { x, y, isOnCurve }] of ordered.entries()) {
    const before = ordered[index - 1];
    const after = ordered[index + 1];
    if (isOnCurve && before?.isOnCurve) path += `L${x} ${y}`;
    if (isOnCurve || !after) continue;
    const end = after.isOnCurve ? after : { x: (x + after.x) / 2, y: (y + after.y) / 2 };
    path += `Q${x} ${y} ${end.x} ${end.y}`;
  }
  return `${path}Z`;
}
