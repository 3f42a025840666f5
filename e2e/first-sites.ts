import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { COVER_COUNT, COVER_SCALES } from '@mojian/contract/core/cover-number';
import type { TestProject } from 'vitest/node';
import { type Cover, coverPicture, coverUrl } from '../apps/server/src/core/covers/cover.ts';
import { buildWhenNeeded } from '../scripts/build.js';
import { isLooking } from './look.ts';
import { start } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    firstSites: string;
  }
}

/** Starts a site for the first time, with and without sample content: what the sites of the tests go on from. */
export async function setup({ provide }: TestProject) {
  buildWhenNeeded(); // once: both sites would, in each other's way
  const folder = mkdtempSync(join(tmpdir(), 'mojian-first-'));
  const covers = await coversIn(folder);
  const make = async (name: string, SAMPLE_CONTENT: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    symlinkSync(covers, join(dataDir, 'covers'));
    const site = await start({ DATA_DIR: dataDir, SAMPLE_CONTENT });
    await site.stop();
  };
  await Promise.all([make('filled', '1'), make('empty', '0')]);
  provide('firstSites', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Covers look alike on every site: whoever looks at pictures has them drawn once for all of them. */
const drawn = resolve(import.meta.dirname, '../node_modules/.cache/covers');

/** To draw one takes a third of a second: where nobody looks, all are the same. */
async function coversIn(folder: string) {
  const covers = isLooking ? drawn : join(folder, 'covers');
  mkdirSync(covers, { recursive: true });
  if (!isLooking) for (const form of forms) await drawOnce(covers, form);
  return covers;
}

type Form = Omit<Cover, 'number'>;

const sizes = [undefined, ...(Object.keys(COVER_SCALES) as Form['size'][])];
const forms = (['wide', 'banner'] as const).flatMap((shape) =>
  (['day', 'night'] as const).flatMap((theme) => sizes.map((size): Form => ({ shape, theme, size }))),
);

async function drawOnce(covers: string, form: Form) {
  await coverPicture(covers, { ...form, number: 0 });
  const pathOf = (number: number) => join(covers, coverUrl({ ...form, number }).replace(/^\/cover/, ''));
  for (let number = 1; number < COVER_COUNT; number += 1) linkSync(pathOf(0), pathOf(number));
}
