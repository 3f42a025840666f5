import { z } from 'zod';
import { readSettings } from '../../core/settings/settings.ts';
import type { Db } from '../../platform/db/schema.ts';
import { deleteValue, readValue, writeValue } from '../../platform/db/stored-values.ts';
import { fetchWithin } from '../../platform/outgoing/outgoing.ts';
import { programFile, programVersion } from '../../platform/program-files.ts';
import { compareVersions, findHome } from '../upgrade/home.ts';
import { readRelease } from '../upgrade/release.ts';

/** Our own format, or GitHub's. */
const release = z.object({
  version: z.string().optional(),
  tag_name: z.string().optional(),
  notes: z.string().optional(),
  body: z.string().optional(),
});
/** Characters of the release notes that are shown. */
const notesAtMost = 5000;
const limits = { time: 10_000, bytes: 256 * 1024 };

/** Row of the settings with the last check, for all processes of the site and across restarts. */
const name = 'updateCheck';
const lastCheck = z.object({
  newest: z.string().optional(),
  notes: z.string().default(''),
  checkedAt: z.number(),
  failure: z.string(),
});
type LastCheck = z.infer<typeof lastCheck>;

/** Checks for newer versions, only after the owner enabled it. */
export class Updates {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newer version with its notes, or '', and time and failure ('' for none) of the last check in any process. */
  async read(): Promise<{ newer: string; notes: string; last: Omit<LastCheck, 'newest' | 'notes'> | undefined }> {
    const last = await this.#last();
    const newer = last?.newest && compareVersions(last.newest, programVersion()) > 0 ? last.newest : '';
    return { newer, notes: newer && last ? last.notes : '', last };
  }

  /** Checks if enabled. @throws Error for a reply without a version; NoAnswer without one */
  async ask() {
    const { updates, updatesUrl } = (await readSettings(this.#db)).system;
    if (!updates || !updatesUrl) {
      await deleteValue(this.#db, name);
      return;
    }
    const checkedAt = Date.now();
    try {
      await this.#keep({ ...(await askFor(updatesUrl)), checkedAt, failure: '' });
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      const { newest, notes = '' } = (await this.#last()) ?? {}; // keeps the last known version
      await this.#keep({ newest, notes, checkedAt, failure });
      throw error;
    }
  }

  async #last() {
    const value = await readValue(this.#db, name);
    return value === undefined ? undefined : lastCheck.safeParse(JSON.parse(value)).data; // an older version stored other fields
  }

  #keep(last: LastCheck) {
    return writeValue(this.#db, name, JSON.stringify(last));
  }
}

async function askFor(url: string) {
  const answer = await fetchWithin(url, { headers: { accept: 'application/json' } }, limits);
  const { data } = release.safeParse(await answer.json().catch(() => undefined));
  const [named] = /(?<!\d)\d+\.\d+\.\d+/.exec(data?.version ?? data?.tag_name ?? '') ?? [];
  if (!named) throw new Error('没有读到版本号');
  const notes = (data?.notes ?? data?.body ?? '').replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, '');
  return { newest: named, notes: notes.trim().slice(0, notesAtMost) };
}

/** Names the command that upgrades the server; '' where `mojian upgrade` cannot be used. */
export async function upgradeCommand(version: string, upgradeUrl: string | undefined) {
  if (version === '' || !findHome(programFile('.'))) return '';
  if (upgradeUrl) return `sudo mojian upgrade ${version}`;
  const { variant } = await readRelease(programFile('.'));
  return `sudo mojian upgrade mojian-${version}-${variant}.tar.xz`;
}
