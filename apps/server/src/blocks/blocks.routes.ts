import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Live } from '../stream/hub.ts';

/** Whom a member does not want to hear. */
export function blockRoutes(_serve: Serve, _parts: { db: Db; live: Live }) {}
