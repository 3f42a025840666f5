import { z } from 'zod';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { fetchWithin } from '../../platform/outgoing/outgoing.ts';
import { programVersion } from '../../platform/program-files.ts';

/** Our own format, or GitHub's. */
const release = z.object({ version: z.string().optional(), tag_name: z.string().optional() });
const limits = { time: 10_000, bytes: 256 * 1024 };

/** Row of the settings with the last check, for all processes of the site and across restarts. */
const name = 'updateCheck';
const lastCheck = z.object({ newest: z.string().optional(), askedAt: z.number(), failure: z.string() });
type LastCheck = z.infer<typeof lastCheck>;

/** Checks for newer versions, only after the owner enabled it. */
export class Updates {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newer version, or '', and time and failure ('' for none) of the last check in any process. */
  async read(): Promise<{ newer: string; last: Omit<LastCheck, 'newest'> | undefined }> {
    const row = await this.#db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
    const last = row && lastCheck.parse(JSON.parse(row.value));
    const newer = last?.newest && isNewer(last.newest, programVersion()) ? last.newest : '';
    return { newer, last };
  }

  /** Checks if enabled. @throws Error for a reply without a version; NoAnswer without one */
  async ask() {
    const { updates, updatesUrl } = (await readSettings(this.#db)).system;
    if (!updates || !updatesUrl) {
      await this.#db.deleteFrom('settings').where('name', '=', name).execute();
      return;
    }
    const askedAt = Date.now();
    try {
      await this.#keep({ newest: await askFor(updatesUrl), askedAt, failure: '' });
    } catch (error) {
      await this.#keep({ askedAt, failure: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }

  async #keep(last: LastCheck) {
    const value = JSON.stringify(last);
    await this.#db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((known) => known.column('name').doUpdateSet({ value }))
      .execute();
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
