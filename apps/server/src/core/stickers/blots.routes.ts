import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { writeWhole } from '../../platform/durable-files.ts';
import { readIfThere } from '../../platform/storage/local-storage.ts';
import { askPictures } from '../../platform/storage/pictures.ts';
import { type Blot, blots, blotVersion, type Theme } from './blots.ts';

/** Folder of the drawn stickers. */
export function blotFolder(dataDir: string) {
  return join(dataDir, 'stickers');
}

/** Serves the stickers of the pack that comes along, drawn once and kept below `folder`. */
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
const themes: Theme[] = ['day', 'night'];
let underWay: Promise<void> | undefined;

const pathOf = (folder: string, file: Blot, theme: Theme) => join(folder, `v${blotVersion}`, `${file}-${theme}.webp`);

/** Reads a picture; the first request draws the whole pack, and those that come meanwhile wait for the same drawing. */
async function blotPicture(folder: string, file: Blot, theme: Theme): Promise<Buffer> {
  const path = pathOf(folder, file, theme);
  const stored = await readIfThere(path);
  if (stored) return Buffer.from(stored);
  underWay ??= drawPack(folder).finally(() => {
    underWay = undefined;
  });
  await underWay;
  return Buffer.from((await readIfThere(path)) ?? []);
}

async function drawPack(folder: string) {
  const [{ blotCharacters, drawBlot }, { outlineOf }] = await Promise.all([
    import('./draw-blot.ts'),
    import('../typeface/cut-font.ts'),
  ]);
  const outlines = await Promise.all(blotCharacters.map(async (one) => [one, await outlineOf(one)] as const));
  const glyphs = new Map(outlines);
  const all = blots.flatMap(({ file }) => themes.map((theme) => ({ file, theme })));
  const pictures = await askPictures(
    'drawEach',
    all.map(({ file, theme }) => ({
      svg: drawBlot(file, theme, (character) => glyphs.get(character)),
      size: { width: side, height: side },
      as: { type: 'webp', quality: 82 },
    })),
  );
  for (const [at, { file, theme }] of all.entries())
    await writeWhole(pathOf(folder, file, theme), pictures[at] ?? new Uint8Array());
}
