import type { LiveEvent } from '@mojian/client/live-event';
import type { ChatParts } from '../chat-parts.ts';
import type { Clock } from './clock.ts';
import type { Box } from './inner-state.ts';
import type { Recent } from './recent.ts';
import type { Sequence } from './sequence.ts';
import type { Source } from './source.ts';

/** The page around the chat. */
export type Surroundings = {
  listen: (topics: string[], onEvent: (event: LiveEvent) => void) => () => void;
  connection: () => 'connecting' | 'live' | 'lost';
  watchConnection: (onChange: () => void) => () => void;
  /** Whether somebody looks at the page now. */
  isLookedAt: () => boolean;
  watchLooks: (onChange: () => void) => () => void;
  /** Whether this member is still the one who is logged in. */
  isStill: (memberId: number) => boolean;
};

/** What the parts of the store share. */
export type Core = {
  parts: ChatParts;
  /** 0 is nobody's number: a visitor's. */
  meId: number;
  around: Surroundings;
  source: Source;
  box: Box;
  sequence: Sequence;
  recent: Recent;
  clock: Clock;
  /** Read here, and perhaps not yet known to the server: up to which message, by room. */
  marks: Map<number, number>;
  left: AbortSignal;
};
