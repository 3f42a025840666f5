import type { Db } from '../db/schema.ts';
import type { Serve } from '../http/calls.ts';
import type { Live } from '../stream/hub.ts';
import type { Presence } from '../stream/presence.ts';

/** Who talks with whom, and how far they have read. */
export function roomRoutes(_serve: Serve, _parts: { db: Db; live: Live; presence: Presence }) {}
