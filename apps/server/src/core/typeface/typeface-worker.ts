import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { typefaceFiles } from './font-characters.ts';
import { type Glyph, readOutline } from './glyph-outline.ts';

type Options = { targetFormat: 'woff2' | 'truetype'; keepAllGlyphs?: boolean };
type Subset = (font: Buffer, text: string, options: Options) => Promise<Buffer>;

const require = createRequire(import.meta.url);

const tasks = { cut, outline };

export type TypefaceTasks = typeof tasks;

answerTasks(tasks);

let font: Promise<Buffer> | undefined;

/** Cuts the characters of a text out of the typeface, as WOFF2. */
async function cut(text: string): Promise<Uint8Array> {
  const { subsetFont, whole } = await loadFont();
  return subsetFont(whole, text, { targetFormat: 'woff2' });
}

/** Outline of one character that the typeface has. */
async function outline(character: string): Promise<Glyph> {
  const { subsetFont, whole } = await loadFont();
  return readOutline(await subsetFont(whole, character, { targetFormat: 'truetype' }));
}

async function loadFont() {
  // reads its WebAssembly beside its own code, so it stays out of the bundle
  const subsetFont = require('subset-font') as Subset;
  // decompressed once, which takes a tenth of a second
  font ??= subsetFont(readFileSync(typefaceFiles.song), '', { targetFormat: 'truetype', keepAllGlyphs: true });
  return { subsetFont, whole: await font };
}
