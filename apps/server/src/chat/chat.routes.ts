import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Live } from '../stream/hub.ts';

/** What is said in rooms. */
export function chatRoutes(_serve: Serve, _parts: { db: Db; live: Live; siteUrl: string }) {}
