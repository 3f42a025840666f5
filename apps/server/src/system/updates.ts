import { z } from 'zod';
import { programVersion } from '../backups/program-version.ts';
import type { Db } from '../db/schema.ts';
import { fetchWithin } from '../outgoing/fetch-within.ts';
import { readSettings } from '../site/settings.ts';

/** What a release page answers: its own form, or GitHub's. */
const release = z.object({ version: z.string().optional(), tag_name: z.string().optional() });
const limits = { time: 10_000, bytes: 256 * 1024 };

/** Knows of a newer version, once the owner has allowed to ask for one: until then nobody is asked. */
export class Updates {
  readonly #db: Db;
  #newest: string | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newer version, or ''. */
  get newer() {
    return this.#newest && isNewer(this.#newest, programVersion()) ? this.#newest : '';
  }

  /** Asks, if the owner wants it. @throws Error when the answer names no version, NoAnswer when there is none. */
  async ask() {
    const { updates, updatesUrl } = (await readSettings(this.#db)).system;
    this.#newest = undefined;
    if (!updates || !updatesUrl) return;
    const answer = await fetchWithin(updatesUrl, { headers: { accept: 'application/json' } }, limits);
    const { version, tag_name } = release.parse(await answer.json());
    const [named] = /\d+\.\d+\.\d+/.exec(version ?? tag_name ?? '') ?? [];
    if (!named) throw new Error('没有读到版本号');
    this.#newest = named;
  }
}

function isNewer(one: string, other: string) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
