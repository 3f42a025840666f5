import { z } from 'zod';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { fetchWithin } from '../../platform/outgoing/outgoing.ts';
import { programVersion } from '../../platform/program-files.ts';

/** Our own format, or GitHub's. */
const release = z.object({ version: z.string().optional(), tag_name: z.string().optional() });
const limits = { time: 10_000, bytes: 256 * 1024 };

/** Checks for newer versions, only after the owner enabled it. */
export class Updates {
  readonly #db: Db;
  #newest: string | undefined;
  #last: { askedAt: number; failure: string } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newer version, or ''. */
  get newer() {
    return this.#newest && isNewer(this.#newest, programVersion()) ? this.#newest : '';
  }

  /** Time and failure ('' for none) of this process's last check. */
  get last() {
    return this.#last;
  }

  /** Checks if enabled. @throws Error for a reply without a version; NoAnswer without one */
  async ask() {
    const { updates, updatesUrl } = (await readSettings(this.#db)).system;
    this.#newest = undefined;
    this.#last = undefined;
    if (!updates || !updatesUrl) return;
    const checkedAt = Date.now();
    try {
      this.#newest = await askFor(updatesUrl);
      this.#last = { askedAt: checkedAt, failure: '' };
    } catch (error) {
      this.#last = { askedAt: checkedAt, failure: error instanceof Error ? error.message : String(error) };
      throw error;
    }
  }
}

async function askFor(url: string) {
  const answer = await fetchWithin(url, { headers: { accept: 'application/json' } }, limits);
  const { data } = release.safeParse(await answer.json().catch(() => undefined));
  const [named] = /(?<!\d)\d+\.\d+\.\d+/.exec(data?.version ?? data?.tag_name ?? '') ?? [];
  if (!named) throw new Error('没有读到版本号');
  return named;
}

function isNewer(one: string, other: string) {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  for (const [index, part] of (left ?? []).entries()) {
    const difference = part - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
