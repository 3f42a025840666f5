import { WASHED } from '../drawing/filters.ts';
import { BRUSH_EDGE, box, curve, type Point, straight, tremble } from '../drawing/outline.ts';
import { chosen, type Sheet } from '../drawing/sheet.ts';
import { element, group, line, paint, shape } from '../drawing/svg.ts';
import { ridge } from '../strokes/ridge.ts';

const DROPS = 70;

/** A house by the left end of its eaves and the size of what stands under and over them. */
type House = { x: number; y: number; width: number; height: number; strength: number };

/** 雨: two rows of roofs south of the river, rain, and one window with a light. */
export function rain(sheet: Sheet): string {
  const { width, height, colours } = sheet;
  const hills = ridge(sheet, { level: height * 0.46, rise: height * 0.12, foot: height });
  const behind = rowOfHouses(sheet, { from: -80, level: 0.58, strength: 0.55 });
  const inFront = rowOfHouses(sheet, { from: -40, level: 0.78, strength: 0.95 });
  const awake = nearestHouse(inFront, width * chosen(sheet, [0.66, 0.3, 0.5, 0.76, 0.24]));
  return [
    shape(hills, { fill: colours.far, filter: WASHED, opacity: 0.5 }),
    ...[...behind, ...inFront].map((house) => drawHouse(sheet, house)),
    fallingDrops(sheet),
    awake ? lamp(sheet, awake) : '',
  ].join('');
}

function rowOfHouses(sheet: Sheet, row: { from: number; level: number; strength: number }): House[] {
  const { width, height, random } = sheet;
  const houses: House[] = [];
  let x = row.from;
  while (x < width) {
    const house = {
      x,
      y: height * row.level + height * random.between(0, 0.065),
      width: random.between(190, 360),
      height: height * random.between(0.22, 0.32),
      strength: row.strength,
    };
    houses.push(house);
    x += house.width * random.between(0.78, 1.28);
  }
  return houses;
}

function nearestHouse(houses: readonly House[], x: number): House | undefined {
  const distance = (house: House) => Math.abs(house.x + house.width / 2 - x);
  return houses.toSorted((one, other) => distance(one) - distance(other))[0];
}

function drawHouse({ height: ground, colours, noise }: Sheet, house: House): string {
  const { x, y, width, strength } = house;
  const wall = { x: x + width * 0.08, y: y + 14, width: width * 0.84, height: ground - y };
  return [
    shape(tremble(roof(house), noise, BRUSH_EDGE), { fill: colours.near, opacity: strength }),
    element('rect', { ...wall, fill: colours.sky, opacity: 0.8 }),
    shape(tremble(window(house), noise, BRUSH_EDGE), { fill: colours.near, opacity: strength * 0.7 }),
  ].join('');
}

/** A hanging curve up to the ridge and down again, with a thin edge below. */
function roof({ x, y, width, height }: House): Point[] {
  const at = (right: number, down: number): Point => [x + width * right, y + height * down];
  return [
    ...curve(at(0, 0), at(0.2, -0.08), at(0.5, -0.42)),
    ...curve(at(0.5, -0.42), at(0.8, -0.08), at(1, 0)),
    ...straight(at(1, 0), [x + width - 6, y + 12], [x + 6, y + 12], at(0, 0)),
  ];
}

function window({ x, y, width, height }: House): Point[] {
  return box(x + width * 0.42, y + height * 0.3, width * 0.13, height * 0.22);
}

function fallingDrops({ width, height, colours, random }: Sheet): string {
  const drops = Array.from({ length: DROPS }, (_, drop) => {
    const x = random.between(0, width * 1.1);
    const y = random.between(0, height);
    const length = random.between(40, 160);
    const stroke = drop % 3 === 0 ? colours.near : colours.sky;
    return line(
      [
        [x, y],
        [x - length * 0.16, y + length],
      ],
      { stroke, opacity: random.between(0.15, 0.5) },
    );
  });
  return group({ 'stroke-width': 1.1 }, ...drops);
}

/** Light in a house's window, and around it. Lamplight has one colour by day and by night. */
function lamp({ noise }: Sheet, house: House): string {
  const halo = { cx: house.x + house.width * 0.485, cy: house.y + house.height * 0.41, r: 120 };
  const glow = element(
    'radialGradient',
    { id: 'glow' },
    element('stop', { 'stop-color': '#f2b25e', 'stop-opacity': 0.95 }),
    element('stop', { offset: 0.25, 'stop-color': '#eaa04c', 'stop-opacity': 0.5 }),
    element('stop', { offset: 1, 'stop-color': '#eaa04c', 'stop-opacity': 0 }),
  );
  const pane = shape(tremble(window(house), noise, BRUSH_EDGE), { fill: '#fbe3ae' });
  return glow + element('circle', { ...halo, fill: paint('glow') }) + pane;
}
