import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { writeWhole } from '../../platform/durable-files.ts';
import { oneAtATime } from '../../platform/limits/concurrency.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import { type Blot, blots, blotVersion, type Theme } from './blots.ts';

/** Folder of the drawn stickers. */
export function blotFolder(dataDir: string) {
  return join(dataDir, 'stickers');
}

/** Serves the stickers of the pack that comes along, each drawn once and kept below `folder`. */
export function blotRoutes(app: FastifyInstance, { folder }: { folder: string }): void {
  app.get<{ Params: { version: string; name: string } }>('/sticker/:version/:name', async (request, reply) => {
    const { version, name } = request.params;
    const [, file, theme] = /^([a-z]+)-(day|night)\.webp$/.exec(name) ?? [];
    const known = blots.find((one) => one.file === file);
    reply.header('x-content-type-options', 'nosniff');
    if (!known || version !== `v${blotVersion}`)
      return reply.code(404).type('text/plain; charset=utf-8').send('没有这个表情');
    const picture = await blotPicture(folder, known.file, theme === 'night' ? 'night' : 'day');
    return reply.type('image/webp').header('cache-control', 'public, max-age=31536000, immutable').send(picture);
  });
}

/** Pixels: twice of what a text shows. */
const side = 208;
const inTurn = oneAtATime();

function blotPicture(folder: string, file: Blot, theme: Theme): Promise<Buffer> {
  const path = join(folder, `v${blotVersion}`, `${file}-${theme}.webp`);
  return inTurn(async () => {
    const stored = await readIfThere(path);
    if (stored) return Buffer.from(stored);
    const picture = await drawPicture(file, theme);
    await writeWhole(path, picture);
    return Buffer.from(picture);
  });
}

async function drawPicture(file: Blot, theme: Theme) {
  const [{ blotCharacters, drawBlot }, { outlineOf }] = await Promise.all([
    import('./draw-blot.ts'),
    import('../typeface/cut-font.ts'),
  ]);
  const outlines = await Promise.all(blotCharacters.map(async (one) => [one, await outlineOf(one)] as const));
  const glyphs = new Map(outlines);
  const svg = drawBlot(file, theme, (character) => glyphs.get(character));
  return askPictures('draw', { svg, size: { width: side, height: side }, as: { type: 'webp', quality: 82 } });
}
