import type { Motif } from '../drawing/sheet.ts';
import { bamboo } from './bamboo.ts';
import { bridge } from './bridge.ts';
import { letter } from './letter.ts';
import { mountains } from './mountains.ts';
import { rain } from './rain.ts';
import { reeds } from './reeds.ts';
import { ring } from './ring.ts';
import { stones } from './stones.ts';

/** The motifs, by their place in a cover's number: 山 桥 竹 圆 雨 栏 苇 石. */
export const motifs: readonly Motif[] = [mountains, bridge, bamboo, ring, rain, letter, reeds, stones];
