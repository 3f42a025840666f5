import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programFile } from '../../platform/program-files.ts';
import { requireNewer } from './archive.ts';
import type { Context } from './context.ts';
import { download } from './download.ts';
import { readRelease, versionPattern } from './release.ts';
import { upgrade } from './upgrade.ts';
import { archiveName, takeUploaded } from './uploaded.ts';

/** Upgrades to a version fetched from UPGRADE_URL, or to a file or folder here. @throws Error in Chinese */
export async function upgradeTo(context: Context, typed: string) {
  if (!versionPattern.test(typed)) return upgrade(context, typed);
  await fromDownloads(context, (folder) => context.privileges.asRoot(() => fetchVersion(context, typed, folder)));
}

/** Upgrades to a release that the owner uploaded in the back office. @throws Error in Chinese */
export async function upgradeToUploaded(context: Context, version: string) {
  requireNewer(version, context.home.current);
  const { variant } = await readRelease(programFile('.'));
  await fromDownloads(context, (folder) => takeUploaded(context, { name: archiveName(version, variant), folder }));
}

/** Lies beside the programs: the owner of the data folder must not be able to exchange what root unpacks. */
async function fromDownloads(context: Context, take: (folder: string) => Promise<string>) {
  const folder = join(context.home.folder, 'downloads');
  const archive = await take(folder);
  try {
    await upgrade(context, archive);
  } finally {
    await context.privileges.asRoot(() => rm(folder, { recursive: true, force: true }));
  }
}

async function fetchVersion({ config, home, say }: Context, typed: string, folder: string) {
  const url = config.upgradeUrl;
  if (!url) throw new Error('没有设 UPGRADE_URL，不知道从哪里下载：请先下载发布包，再写 mojian upgrade 文件.tar.xz');
  requireNewer(typed, home.current);
  const { variant } = await readRelease(programFile('.'));
  say(`从 ${url} 下载 ${typed}`);
  return download({ url, version: typed, variant, folder, key: config.upgradeKey });
}
