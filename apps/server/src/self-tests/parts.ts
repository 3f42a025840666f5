import type { Db } from '../db/schema.ts';
import type { Storage } from '../storage/storage.ts';

export type Parts = { db: Db; siteUrl: string; storage: Storage; smtpUrl?: string | undefined };
