/** Outline of a character as SVG path, in a square of `unit`; its y grows upwards from the baseline. */
export type Glyph = { path: string; unit: number };

/** Outlines of the characters that a font has, with the width of each in parts of its `unit`. */
export type Outlines = { unit: number; glyphs: Map<string, { path: string; width: number }> };

type Point = { x: number; y: number; isOnCurve: boolean };

/** Reads outlines of a TrueType font; characters that it lacks are left out. */
export function readOutlines(font: Uint8Array, characters: Iterable<string>): Outlines {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const glyphOf = readCharacters(view);
  const contoursOf = readGlyphs(view);
  const widthOf = readWidths(view);
  const glyphs: Outlines['glyphs'] = new Map();
  for (const character of new Set(characters)) {
    const glyph = glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === 0) continue;
    glyphs.set(character, { path: contoursOf(glyph).map(spellContour).join(''), width: widthOf(glyph) });
  }
  return { unit: view.getUint16(tableAt(view, 'head') + 18), glyphs };
}

function tableAt(view: DataView, name: string): number {
  for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(entry + at)));
    if (tag === name) return view.getUint32(entry + 8);
  }
  throw new Error(`the font has no table ${name}`);
}

/** Number of the glyph of a character, 0 for none. Reads format 4, which every font has for the basic plane. */
function readCharacters(view: DataView): (code: number) => number {
  const table = subtableAt(view, tableAt(view, 'cmap'));
  const size = view.getUint16(table + 6);
  const segments = Array.from({ length: size / 2 }, (_, index) => {
    const at = table + 14 + 2 * index;
    const [start, shift, rangeAt] = [at + size + 2, at + 2 * size + 2, at + 3 * size + 2];
    return { end: view.getUint16(at), start: view.getUint16(start), shift: view.getUint16(shift), rangeAt };
  });
  return (code) => {
    const segment = segments.find(({ end }) => code <= end);
    if (!segment || code < segment.start) return 0;
    const { start, shift, rangeAt } = segment;
    const range = view.getUint16(rangeAt);
    if (range === 0) return (code + shift) & 0xffff;
    const glyph = view.getUint16(rangeAt + range + 2 * (code - start));
    return glyph && (glyph + shift) & 0xffff;
  };
}

function subtableAt(view: DataView, cmap: number): number {
  const count = view.getUint16(cmap + 2);
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * count; entry += 8) {
    const table = cmap + view.getUint32(entry + 4);
    if (view.getUint16(table) === 4) return table;
  }
  throw new Error('the font has no characters of the basic plane');
}

/** Glyphs at the end of the table all have its last width. */
function readWidths(view: DataView): (glyph: number) => number {
  const metrics = tableAt(view, 'hmtx');
  const last = view.getUint16(tableAt(view, 'hhea') + 34) - 1;
  return (glyph) => view.getUint16(metrics + 4 * Math.min(glyph, last));
}

function readGlyphs(view: DataView): (glyph: number) => Point[][] {
  const [loca, glyf] = [tableAt(view, 'loca'), tableAt(view, 'glyf')];
  const isLong = view.getInt16(tableAt(view, 'head') + 50) === 1;
  const startOf = (glyph: number) => (isLong ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph));
  const contoursOf = (glyph: number): Point[][] => {
    const start = startOf(glyph);
    if (start === startOf(glyph + 1)) return [];
    if (view.getInt16(glyf + start) >= 0) return readContours(view, glyf + start);
    return readComponents(view, glyf + start).flatMap((part) =>
      contoursOf(part.glyph).map((contour) =>
        contour.map((point) => ({ ...point, x: point.x + part.right, y: point.y + part.up })),
      ),
    );
  };
  return contoursOf;
}

const part = { wide: 1, scaled: 8, more: 32, scaledTwice: 64, turned: 128 };

/** Parts of a glyph composed of others, as a letter and its accent; a scale, which none here has, is passed over. */
function readComponents(view: DataView, start: number) {
  const components: { glyph: number; right: number; up: number }[] = [];
  for (let next = start + 10, bits = part.more; bits & part.more; next += sizeOfPart(bits)) {
    bits = view.getUint16(next);
    const isWide = bits & part.wide;
    const right = isWide ? view.getInt16(next + 4) : view.getInt8(next + 4);
    const up = isWide ? view.getInt16(next + 6) : view.getInt8(next + 5);
    components.push({ glyph: view.getUint16(next + 2), right, up });
  }
  return components;
}

function sizeOfPart(bits: number) {
  const scale = (bits & part.scaled && 2) + (bits & part.scaledTwice && 4) + (bits & part.turned && 8);
  return (bits & part.wide ? 8 : 6) + scale;
}

const flag = { onCurve: 1, shortX: 2, shortY: 4, repeat: 8, sameX: 16, sameY: 32 };

function readContours(view: DataView, start: number): Point[][] {
  const count = view.getInt16(start);
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
