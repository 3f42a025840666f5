import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../platform/durable-files.ts';
import { SharedWork } from '../../platform/limits/concurrency.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { WorkerProcess } from '../../platform/workers/worker-process.ts';
import { decodeCharacters } from './font-characters.ts';
import type { Glyph, Outlines } from './glyph-outline.ts';
import type { Face, TypefaceTasks } from './typeface-worker.ts';

/** Process that cuts fonts: HarfBuzz and the compression of WOFF2 take a tenth of a second, and 100 MB. */
const typefaceProcess = new WorkerProcess<TypefaceTasks>(new URL('./typeface-worker.ts', import.meta.url), {
  heap: 96,
  memory: 400,
  seconds: 20,
});

const cutting = new SharedWork<Uint8Array>();

/**
 * Returns the font of encoded characters, kept below `folder`; concurrent requests share a cut. The caller has checked
 * that this site issued the address. @throws WorkerFailed when too many wait
 */
export function cutFont(folder: string, encoded: string): Promise<Uint8Array> {
  const path = join(folder, `${createHash('sha256').update(encoded).digest('base64url').slice(0, 32)}.woff2`);
  return cutting.run(path, async () => {
    const stored = await readIfThere(path);
    if (stored) return stored;
    const font = await typefaceProcess.ask('cut', decodeCharacters(encoded));
    await writeWhole(path, font);
    return font;
  });
}

/** Outline of a character that the typeface has, for covers. @throws WorkerFailed when too many wait */
export async function outlineOf(character: string): Promise<Glyph> {
  const { unit, glyphs } = await outlinesOf('song', character);
  const glyph = glyphs.get(character);
  if (!glyph) throw new RangeError(`the typeface lacks ${character}`);
  return { path: glyph.path, unit };
}

/** Outlines of the characters of a text that a face has, for pictures of words. @throws WorkerFailed when too many wait */
export function outlinesOf(face: Face, text: string): Promise<Outlines> {
  return typefaceProcess.ask('outlines', { face, text });
}

/** Milliseconds for which a font that was cut is kept; readers who have it keep it for a year. */
const storedFor = 30 * 24 * 3_600_000;

/** Removes fonts cut long ago: that of a page which is still read is cut again. */
export async function dropOldFonts(folder: string, now = Date.now()) {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.map((name) => join(folder, name)))
    if (now - (await stat(path)).mtimeMs > storedFor) await rm(path, { force: true });
}
