import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import { createActs } from './acts.ts';
import { askInstead } from './ask-instead.ts';
import { createClock } from './clock.ts';
import type { Core, Surroundings } from './core.ts';
import { readDrafts } from './drafts-kept.ts';
import { createBox } from './inner-state.ts';
import { createMarks } from './marks.ts';
import { createReading } from './reading.ts';
import { createRecent } from './recent.ts';
import { createSequence } from './sequence.ts';
import { memberSource, visitorSource } from './source.ts';
import { createTyping } from './typing.ts';
import { createWriting } from './writing.ts';

/** The chat of a member, or a visitor's. It starts at once and ends with `leave`. */
export function createChat(parts: ChatParts, around: Surroundings): Chat {
  const leaving = new AbortController();
  const core = createCore(parts, around, leaving.signal);
  const marks = createMarks(core);
  const reading = createReading(core, {
    onSent: (key, message) => writing.sender.arrived(key, message),
    onResumed: () => {
      writing.sender.wake();
      marks.tellAgain();
    },
  });
  const writing = createWriting(core, reading.told);
  reading.start();
  if (parts.me) writing.sender.takeOver();
  return {
    now: core.clock.now,
    state: core.box.view,
    watch: core.box.watch,
    ...reading.moves,
    ...writing.moves,
    ...createActs(core, reading),
    seen: marks.seen,
    typing: createTyping(core),
    leave: () => leaving.abort(),
    ...(!parts.me && askInstead),
  };
}

function createCore(parts: ChatParts, around: Surroundings, left: AbortSignal): Core {
  const meId = parts.me?.id ?? 0;
  return {
    parts,
    meId,
    around,
    left,
    source: parts.me ? memberSource(parts.reading) : visitorSource(parts.reading, parts.groupName),
    box: createBox({ connection: around.connection(), ...(parts.me && { drafts: readDrafts(meId) }) }),
    sequence: createSequence(),
    recent: createRecent(),
    clock: createClock(),
    marks: new Map(),
  };
}
