import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { start } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    firstSites: string;
  }
}

/** Covers look alike on every site: they are drawn once for all of them. */
const covers = resolve(import.meta.dirname, '../node_modules/.cache/covers');

/** Starts a site for the first time, with and without sample content: what the sites of the tests go on from. */
export async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'mojian-first-'));
  const make = async (name: string, SAMPLE_CONTENT: string) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    mkdirSync(covers, { recursive: true });
    symlinkSync(covers, join(dataDir, 'covers'));
    const site = await start({ DATA_DIR: dataDir, SAMPLE_CONTENT });
    await site.stop();
  };
  await Promise.all([make('filled', '1'), make('empty', '0')]);
  provide('firstSites', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
