import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

/** Safe as a folder name. */
export const versionPattern = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const releaseFile = z.object({
  version: z.string().regex(versionPattern),
  variant: z.enum(['linux-x64', 'linux-arm64', 'win-x64', 'node', 'npm']),
  commit: z.string(),
  /** Seconds since 1970 of the commit. */
  time: z.number(),
  /** SHA-256 in hex by path, of every file but release.json itself. */
  files: z.record(z.string(), z.string()),
});

export type Release = z.infer<typeof releaseFile>;

/** The release.json of an unpacked release. @throws Error in Chinese for a folder that is none. */
export async function readRelease(folder: string): Promise<Release> {
  try {
    return releaseFile.parse(JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')));
  } catch {
    throw new Error(`不是墨笺的发布包：${folder}`);
  }
}

/** Compares every file of an unpacked release with its list. @throws Error in Chinese naming the first that differs. */
export async function checkRelease(folder: string): Promise<Release> {
  const release = await readRelease(folder);
  for (const [path, sum] of Object.entries(release.files)) {
    const found = await sha256(join(folder, path)).catch(() => undefined);
    if (found === undefined) throw new Error(`发布包不完整，少了 ${path}。请重新下载、解开。`);
    if (found !== sum) throw new Error(`发布包里的 ${path} 和发布时不一样。请重新下载、解开。`);
  }
  return release;
}

async function sha256(path: string) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
