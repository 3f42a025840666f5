import type { StartDates } from '@mojian/contract/operations/setup';
import { readSettings } from '../../core/settings/settings.ts';
import { isoTime } from '../../platform/dates.ts';
import type { Db } from '../../platform/db/schema.ts';
import { findOldestPublished } from './setup.queries.ts';

/** The site's start and what the owner may move it to. */
export async function readStartDates(db: Db): Promise<StartDates> {
  const [{ footer }, oldest] = await Promise.all([readSettings(db), findOldestPublished(db)]);
  return { startedAt: isoTime(footer.startedAt), oldest: oldest === undefined ? null : isoTime(oldest) };
}
