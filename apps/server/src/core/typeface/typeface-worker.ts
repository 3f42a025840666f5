import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { answerTasks } from '../../platform/workers/answer-tasks.ts';
import { typefaceFiles } from './font-characters.ts';
import { type Outlines, readOutlines } from './glyph-outline.ts';

type Options = { targetFormat: 'woff2' | 'truetype'; keepAllGlyphs?: boolean };
type Subset = (font: Buffer, text: string, options: Options) => Promise<Buffer>;

const require = createRequire(import.meta.url);

const tasks = { cut, outlines };

export type TypefaceTasks = typeof tasks;

answerTasks(tasks);

/** `song`: titles; `mono`: code in pictures. */
export type Face = 'song' | 'mono';

const fonts = new Map<Face, Promise<Buffer>>();

/** Cuts the characters of a text out of the typeface, as WOFF2. */
async function cut(text: string): Promise<Uint8Array> {
  return loadSubset()(await loadFont('song'), text, { targetFormat: 'woff2' });
}

/** Outlines of the characters of a text that a face has. */
async function outlines({ face, text }: { face: Face; text: string }): Promise<Outlines> {
  return readOutlines(await loadFont(face), text);
}

/** Decompresses a font once, which takes a tenth of a second. */
function loadFont(face: Face) {
  const loaded =
    fonts.get(face) ??
    loadSubset()(readFileSync(typefaceFiles[face]), '', { targetFormat: 'truetype', keepAllGlyphs: true });
  fonts.set(face, loaded);
  return loaded;
}

/** Loads HarfBuzz, which reads its WebAssembly beside its own code, so it stays out of the bundle. */
function loadSubset() {
  return require('subset-font') as Subset;
}
