import { useLayoutEffect, useRef, useState } from 'react';
import type { Chat, OpenRoom } from '../chat.ts';
import { type Hold, Keeper, type Sight, showRow, watchBox } from './scroll-anchor.ts';

/** So near an end the next stretch is asked for, in CSS pixels. */
const near = 900;
/** So far from the end there is a way back to it. */
const far = 240;

type ScrollOptions = { chat: Chat; open: OpenRoom; viewerId: number };

/**
 * Scrolling in a room: where it opens, what is fetched, and what is told as seen. `isAway` is whether the reader is so far
 * from the end that a way back is offered; `seenId` the newest chat message that was in sight.
 */
export function useScroll({ chat, open, viewerId }: ScrollOptions) {
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

/** Opens at what was sought, where its reader left, at the first new one, or at the end: once, as soon as it is there. */
function useOpening(
  box: React.RefObject<HTMLElement | null>,
  keeper: React.RefObject<Keeper | null>,
  { stretch, room, unreadFrom, sought }: OpenRoom,
  viewerId: number,
) {
  const isThere = stretch.messages.length > 0;
  const hasOpened = useRef(false);
  const shown = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and again for each that is sought
  useLayoutEffect(() => {
    if (!box.current || !keeper.current || !isThere) return;
    const isNew = sought !== null && sought !== shown.current;
    if (isNew && showRow(box.current, keeper.current, sought)) shown.current = sought;
    else if (!hasOpened.current && sought === null)
      openAt(box.current, keeper.current, keptPlace(viewerId, room.id), unreadFrom !== null);
    hasOpened.current = true;
  }, [isThere, sought, stretch.messages]);
}

function openAt(box: HTMLElement, keeper: Keeper, place: Hold | undefined, hasNew: boolean) {
  const left = place && box.querySelector<HTMLElement>(`.chat-row[data-id="${place.id}"]`);
  const line = hasNew ? box.querySelector<HTMLElement>('.chat-new') : null;
  if (left) keeper.pin(left, place.above);
  else if (line && !isInSight(box, line)) keeper.pin(line, box.clientHeight * 0.75);
}

function isInSight(box: HTMLElement, element: HTMLElement) {
  return element.getBoundingClientRect().top >= box.getBoundingClientRect().top;
}

/** So long something is looked at before it is seen, in milliseconds. */
const moment = 200;

/** What stays in sight for a moment is seen; what only passes by is not. */
function useTellSeen(chat: Chat) {
  const told = useRef({ id: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useLayoutEffect(() => () => clearTimeout(told.current.timer), []);
  return (id: number) => {
    clearTimeout(told.current.timer);
    if (id <= told.current.id) return;
    told.current.timer = setTimeout(() => {
      if (!isLookedAt()) return;
      told.current.id = id;
      chat.seen(id);
    }, moment);
  };
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Where its reader was in each room, for as long as the tab lives; nothing for those who were at its end. */
const places = new Map<string, Hold>();

function keepPlace(viewerId: number, roomId: number, hold: Hold | undefined) {
  const name = `${viewerId} ${roomId}`;
  if (hold) places.set(name, hold);
  else places.delete(name);
}

function keptPlace(viewerId: number, roomId: number): Hold | undefined {
  return places.get(`${viewerId} ${roomId}`);
}
