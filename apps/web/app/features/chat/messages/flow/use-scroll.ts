import { useLayoutEffect, useRef, useState } from 'react';
import type { Chat, OpenRoom } from '../chat.ts';
import { Keeper, type Sight } from './keeper.ts';
import { keepPlace } from './kept-places.ts';
import { useOpening } from './use-opening.ts';
import { useTellSeen } from './use-tell-seen.ts';
import { watchBox } from './watch-box.ts';

/** So near an end the next stretch is asked for, in CSS pixels. */
const near = 900;
/** So far from the end there is a way back to it. */
const far = 240;

type Given = { chat: Chat; open: OpenRoom; viewerId: number };

/**
 * Scrolling in a room: where it opens, what is fetched, and what is told as seen. `isAway` is whether the reader is so far
 * from the end that a way back is offered; `seenId` the newest chat message that was in sight.
 */
export function useScroll({ chat, open, viewerId }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const keeper = useRef<Keeper>(null);
  const latest = useRef({ open });
  latest.current = { open };
  const [isAway, setAway] = useState(false);
  const [seenId, setSeenId] = useState(0);

  const tellSeen = useTellSeen(chat);
  const look = () => {
    const [kept, { open: now }] = [keeper.current, latest.current];
    if (!kept || now.stretch.messages.length === 0) return;
    kept.note();
    const sight = kept.sight();
    setAway(sight.below > far || now.stretch.hasNewer);
    setSeenId((before) => Math.max(before, sight.lowest));
    keepPlace(viewerId, now.room.id, kept.place());
    fetchMore(chat, now, sight);
    tellSeen(sight.lowest);
  };
  const glance = useRef(look);
  glance.current = look;

  useLayoutEffect(() => {
    if (!box.current) return;
    const made = new Keeper(box.current, () => mayFollow(latest.current.open));
    keeper.current = made;
    return watchBox(box.current, made, () => glance.current());
  }, []);

  useOpening(box, keeper, open, viewerId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after whatever changes what is shown
  useLayoutEffect(() => {
    keeper.current?.keep();
    look();
  }, [open]);

  const toEnd = async () => {
    if (latest.current.open.stretch.hasNewer) await chat.toNewest();
    keeper.current?.toEnd();
    look();
  };
  useOwnSending(open, toEnd);
  return { box, keeper, isAway, seenId, toEnd };
}

/** A page nobody looks at stays where it was left: whoever comes back reads on from there. */
function mayFollow({ stretch }: OpenRoom) {
  return !stretch.hasNewer && document.visibilityState === 'visible';
}

/** Fetches what comes next where an end is near. What failed waits for its button. */
function fetchMore(chat: Chat, { stretch }: OpenRoom, { above, below }: Sight) {
  if (stretch.isLoading || stretch.failed) return;
  if (above < near && stretch.hasOlder) void chat.loadOlder();
  else if (below < near && stretch.hasNewer) void chat.loadNewer();
}

/** Who says something wants to see it. */
function useOwnSending({ unsent }: OpenRoom, toEnd: () => Promise<void>) {
  const newest = unsent.at(-1)?.key;
  const before = useRef(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is sent
  useLayoutEffect(() => {
    if (newest !== undefined && newest !== before.current) void toEnd();
    before.current = newest;
  }, [newest]);
}
