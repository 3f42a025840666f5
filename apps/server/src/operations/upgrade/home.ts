import { readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { putInPlaceSync } from '../../platform/durable-files.ts';
import { versionPattern } from './release.ts';

/** Folder with a folder per version and the link `current`, as install.sh lays it out. */
export type Home = { folder: string; current: string };

/** Undefined where this program was not installed by install.sh. */
export function findHome(programFolder: string): Home | undefined {
  const folder = dirname(programFolder);
  try {
    const target = realpathSync(join(folder, 'current'));
    if (dirname(target) === realpathSync(folder) && versionPattern.test(basename(target)))
      return { folder, current: basename(target) };
  } catch {
    // no such link
  }
  return undefined;
}

export function programOf({ folder }: Home, version: string) {
  return join(folder, version, 'bin/mojian');
}

export function hasVersion(home: Home, version: string) {
  return (
    versionPattern.test(version) && statSync(programOf(home, version), { throwIfNoEntry: false })?.isFile() === true
  );
}

/** Points `current` to another version in one step. */
export function pointTo({ folder }: Home, version: string) {
  const link = join(folder, 'current.new');
  rmSync(link, { force: true });
  symlinkSync(version, link);
  putInPlaceSync(link, join(folder, 'current'));
}

/** Removes unfinished folders of an interrupted upgrade. */
export async function removeUnfinishedUpgrades({ folder }: Home) {
  for (const name of readdirSync(folder))
    if (/^\d.*\.(tmp|old)$/.test(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/** Versions there are, newest first. */
export function listVersions({ folder }: Home) {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names
    .map(({ name }) => name)
    .filter((name) => versionPattern.test(name))
    .sort(compareVersions)
    .reverse();
}

/** Negative when the first is older. A pre-release such as 0.3.0-beta is older than 0.3.0. */
export function compareVersions(one: string, other: string) {
  const [left, right] = [one, other].map((version) => version.split(/[-.]/, 3).map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  const [early, late] = [one, other].map((version) => version.split('-')[1] ?? '');
  if (early === late) return 0;
  return early === '' ? 1 : late === '' ? -1 : String(early) < String(late) ? -1 : 1;
}

/** Lets a command run by root act as the owner of the data folder, so that it leaves no files the service cannot write. */
export class Privileges {
  readonly #owner: { uid: number; gid: number } | undefined;

  constructor(dataDir: string) {
    const { uid, gid } = statSync(dataDir);
    this.#owner = process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : undefined;
    this.#lower();
  }

  /** As root again, for the folder of programs, which everybody may read, and the service manager. */
  async asRoot<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const mask = process.umask(0o022);
    this.#raise();
    try {
      return await work();
    } finally {
      this.#lower();
      process.umask(mask);
    }
  }

  /** As the owner of the data folder at once, also while `asRoot` works. */
  asOwner(work: () => void) {
    const wasRaised = this.#owner !== undefined && process.geteuid?.() === 0;
    this.#lower();
    try {
      work();
    } finally {
      if (wasRaised) this.#raise();
    }
  }

  /** For `spawn`: a program that shall run as the data folder's owner. */
  get spawnOptions() {
    return this.#owner ?? {};
  }

  #lower() {
    if (!this.#owner) return;
    process.setegid?.(this.#owner.gid);
    process.seteuid?.(this.#owner.uid);
  }

  #raise() {
    if (!this.#owner) return;
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
