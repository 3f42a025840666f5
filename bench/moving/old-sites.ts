import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeZip } from '../../apps/server/src/operations/backups/write-zip.ts';
import { fillGhost } from './fill-ghost.ts';

/** A blog somebody moves out of: where it answers, the element of its articles' texts, and its export. */
export type OldSite = { url: string; selector: string; file: string; stop: () => void };

/** Starts an installed WordPress or Ghost (see `bench/rivals/*.sh`), fills it once and exports it with its pictures. */
export async function startOldSite(system: 'wordpress' | 'ghost', folder: string): Promise<OldSite> {
  const stop = () => script(system, 'stop', folder);
  script(system, 'start', folder);
  const file = join(folder, 'export.zip');
  rmSync(file, { force: true });
  if (system === 'ghost') {
    const url = 'http://127.0.0.1:2468';
    await answers(`${url}/ghost/api/admin/site/`);
    const json = JSON.stringify(await fillGhost(url));
    await zip(file, { 'export.json': json }, join(folder, 'content/images'), 'content/images');
    return { url, selector: '.gh-content', file, stop };
  }
  const url = 'http://127.0.0.1:8418';
  await answers(url);
  const wxr = join(folder, 'export.xml');
  const output = openSync(wxr, 'w');
  const php = [resolve(import.meta.dirname, 'export-wordpress.php'), join(folder, 'site')];
  const { status } = spawnSync('php', php, { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  if (status !== 0) throw new Error('WordPress 没有导出');
  const uploads = 'wp-content/uploads';
  await zip(file, { 'export.xml': readFileSync(wxr, 'utf8') }, join(folder, 'site', uploads), uploads);
  return { url, selector: '.entry-content', file, stop };
}

function script(system: string, act: string, folder: string) {
  const path = resolve(import.meta.dirname, `../rivals/${system}.sh`);
  const env = { ...process.env, FILL: resolve(import.meta.dirname, 'fill-wordpress.php') };
  const { status } = spawnSync(path, [act, folder], { stdio: ['ignore', 'inherit', 'inherit'], env });
  if (status !== 0) throw new Error(`${system}.sh ${act} 没有成功`);
}

async function answers(url: string) {
  for (let round = 0; round < 120; round++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await setTimeout(1000);
  }
  throw new Error(`${url} 没有起来`);
}

async function zip(file: string, texts: Record<string, string>, folder: string, inside: string) {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
  await writeZip(file, async (add) => {
    for (const [name, text] of Object.entries(texts)) await add(name, [text]);
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      await add(`${inside}/${relative(folder, path)}`, [readFileSync(path)]);
    }
  });
}

/** A site that runs elsewhere, with the export somebody took from it. */
export function runningSite([url = '', selector = '', file = '']: string[]): OldSite {
  return { url: url.replace(/\/$/, ''), selector, file: resolve(file), stop: () => {} };
}
