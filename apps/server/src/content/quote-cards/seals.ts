import { readFile } from 'node:fs/promises';
import { sealCharacter } from '@mojian/contract/core/icons';
import { box, group, shape, svgElement, tremble } from '../../core/covers/brush.ts';
import { edgeNoise } from '../../core/covers/sheet.ts';
import { sealFile } from '../../platform/render/plain-page.ts';
import type { Face } from './faces.ts';
import { vermilion } from './papers.ts';
import { setUpright } from './set-text.ts';

const cream = '#fcf8f0';

type Square = { x: number; y: number; side: number };

/** A seal of one character, cut by hand, a little askew. */
export function characterSeal(face: Face, character: string, { x, y, side }: Square, tilt = -3): string {
  const edge = tremble(box(x, y, side, side), edgeNoise(7), { reach: side * 0.035, bay: side * 0.3 });
  const size = side * 0.7;
  return group(
    { transform: `rotate(${tilt} ${x + side / 2} ${y + side / 2})` },
    shape(edge, { fill: vermilion }),
    svgElement('g', { fill: cream }, setUpright(face, character, x + side / 2, y + (side - size) / 2, size)),
  );
}

/** The site's seal: the drawn one of its default name, else a character of its name. */
export async function siteSeal(face: Face, siteName: string, square: Square): Promise<string> {
  const character = sealCharacter(siteName);
  if (character !== '') return characterSeal(face, character, square, 0);
  const { x, y, side } = square;
  const seal = await readFile(sealFile, 'utf8');
  return seal.replace('<svg ', `<svg x="${x}" y="${y}" width="${side}" height="${side}" `);
}

/** Character on a writer's seal. */
export function initialOf(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '笺').toLocaleUpperCase();
}
