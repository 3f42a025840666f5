import { group, svgElement } from '../../core/covers/brush.ts';
import type { PlacedItem } from './break-lines.ts';
import { codeSquare } from './code-square.ts';
import { drawBelowPhoto, drawLines } from './draw-lines.ts';
import type { Drawing } from './drawing.ts';
import type { Face, Faces } from './faces.ts';
import { frame, height, type Paper, paper, papers, rubbing, ruledFrame, width } from './papers.ts';
import { columnsOf, inset } from './quote-card-words.ts';
import { characterSeal, initialOf, siteSeal } from './seals.ts';
import { fitLine, setLine, setPair, setTurned, setUpright } from './set-text.ts';
import { type ColumnItem, columnItems, verticalForm } from './vertical-text.ts';

/** Draws a quote card as SVG of 1080 × 1440, from outlines only: the server needs no font. */
export async function drawQuoteCard(drawing: Drawing, faces: Faces): Promise<string> {
  const colours = papers[drawing.template];
  const drawBody = bodies[drawing.template];
  return svgElement(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    paper(colours.ground, drawing.seed, drawing.template === 'night' ? 0 : 420),
    drawBody(drawing, faces),
    await drawFoot(drawing, faces.song, colours),
  );
}

const bodies = { ruled: drawColumns, plain: drawLines, night: drawColumns, photo: drawBelowPhoto };

function drawColumns({ words, template, seed, ...signed }: Drawing, faces: Faces): string {
  const { ink } = papers[template];
  const { pitch, type, columns } = columnsOf(words, faces);
  const right = frame.left + frame.width;
  const set = columns.map((column, index) =>
    drawColumn(column, { faces, middle: right - (index + 0.5) * pitch, top: frame.top + inset.top, size: type }),
  );
  return [
    template === 'night' ? rubbing(seed) : ruledFrame(pitch),
    svgElement('g', { fill: ink }, ...set),
    svgElement('g', { fill: ink, opacity: 0.92 }, signature(signed, pitch, faces)),
  ].join('');
}

type ColumnPlace = { faces: Faces; middle: number; top: number; size: number; spacing?: number };

function drawColumn(items: PlacedItem<ColumnItem>[], { faces: { song }, middle, top, size, spacing = 0 }: ColumnPlace) {
  return items
    .map((item, index) => {
      const at = top + (item.at + index * spacing) * size;
      if (item.stand === 'turned') return setTurned(song, item.text, middle, at, size);
      if (item.stand === 'pair') return setPair(song, item.text, middle, at, size);
      if (item.stand === 'dash') return dash(middle, at, size, item.advance * size, items[index + 1]?.stand === 'dash');
      return setUpright(song, verticalForm(item.text), middle, at, size);
    })
    .join('');
}

function dash(middle: number, top: number, size: number, advance: number, isContinued: boolean): string {
  const thick = size * 0.055;
  const start = top + size * 0.06;
  const length = isContinued ? advance : size * 0.88;
  return svgElement('rect', { x: middle - thick / 2, y: start, width: thick, height: length });
}

type Signed = Pick<Drawing, 'title' | 'author' | 'label' | 'term'>;

/** Title, and the writer with the day, in two columns at the lower left. */
function signature({ title, author, label, term }: Signed, pitch: number, faces: Faces): string {
  const step = pitch > 140 ? pitch / 2 : pitch;
  const middleOf = (column: number) => frame.left + (column + 0.5) * step;
  const bottom = frame.top + frame.height - 34;
  const side = Math.min(58, step - 4);
  const seal = { x: middleOf(0) - side / 2, y: bottom - side, side };
  return [
    characterSeal(faces.song, initialOf(author), seal),
    signedColumn([term, author].filter(Boolean).join('　'), { faces, middle: middleOf(0), bottom: seal.y - 22 }),
    signedColumn(title ? `《${title}》` : label, { faces, middle: middleOf(1), bottom }),
  ].join('');
}

const signed = { size: 30, spacing: 0.06, longest: 640 };

function signedColumn(text: string, place: { faces: Faces; middle: number; bottom: number }): string {
  const items = fitColumn(text, place.faces);
  let at = 0;
  const placed = items.map((item) => {
    const start = at;
    at += item.advance;
    return { ...item, at: start };
  });
  const length = (at + items.length * signed.spacing) * signed.size;
  return drawColumn(placed, { ...place, top: place.bottom - length, size: signed.size, spacing: signed.spacing });
}

/** Items of a text that fits the height of a signature; of a title the closing sign stays. */
function fitColumn(text: string, faces: Faces): ColumnItem[] {
  const [, start = '', end = ''] = /^([\s\S]*?)(》?)$/.exec(text) ?? [];
  const lengthOf = (items: ColumnItem[]) =>
    items.reduce((sum, { advance }) => sum + (advance + signed.spacing) * signed.size, 0);
  const characters = Array.from(start);
  let items = columnItems(text, faces);
  while (characters.length > 1 && lengthOf(items) > signed.longest) {
    characters.pop();
    items = columnItems(`${characters.join('')}…${end}`, faces);
  }
  return items;
}

const foot = { side: 82, middle: 1303, seal: 96 };

/** Below the sheet: the site, and the code that leads to the sentence. */
async function drawFoot({ siteName, host, address }: Drawing, song: Face, colours: Paper): Promise<string> {
  const { middle } = foot;
  const right = width - foot.side;
  const code = address === '' ? undefined : codeSquare(address, right, middle, colours.codeGround);
  const edge = right - (code ? code.side + 20 : 0);
  const seal = { x: foot.side, y: middle - foot.seal / 2, side: foot.seal };
  const x = foot.side + foot.seal + 24;
  const room = edge - x - (code ? 180 : 0);
  const name = { face: song, size: 36, spacing: 0.1 };
  const small = { face: song, size: 22, spacing: 0.02, fill: colours.lesser };
  const label = { ...small, x: edge, anchor: 'end' as const };
  return group(
    {},
    await siteSeal(song, siteName, seal),
    setLine(fitLine(siteName, room, name), { ...name, x, baseline: middle - 4, fill: colours.ink }),
    setLine(fitLine(host, room, small), { ...small, x, baseline: middle + 34 }),
    ...(code
      ? [
          code.picture,
          setLine('长按识读', { ...label, baseline: middle - 8 }),
          setLine('原文在这一句', { ...label, baseline: middle + 26 }),
        ]
      : []),
  );
}
