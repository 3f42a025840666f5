import type { Db } from '../../platform/db/schema.ts';
import type { Storage } from '../../platform/storage/storage.ts';

export type Parts = { db: Db; siteUrl: string; storage: Storage; smtpUrl?: string | undefined };
