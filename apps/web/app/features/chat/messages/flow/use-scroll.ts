import { useLayoutEffect, useRef, useState } from 'react';
import type { Chat, OpenRoom } from '../chat.ts';
import { type RowOffset, ScrollAnchor, type ScrollPosition, showRow, watchBox } from './scroll-anchor.ts';

/** Distance from an end, in CSS pixels, at which more is loaded. */
const near = 900;
/** Distance from the end, in CSS pixels, from which a button back is shown. */
const far = 240;

type ScrollOptions = { chat: Chat; open: OpenRoom; viewerId: number };

/**
 * Scrolling of a room: initial position, loading more, and read reports. `isAway`: far enough from the end for the
 * button back; `seenId`: newest message that was visible.
 */
export function useScroll({ chat, open, viewerId }: ScrollOptions) {
  const box = useRef<HTMLDivElement>(null);
  const anchor = useRef<ScrollAnchor>(null);
  const latest = useRef({ open });
  latest.current = { open };
  const [isAway, setAway] = useState(false);
  const [seenId, setSeenId] = useState(0);

  const reportSeen = useReportSeen(chat);
  /** Runs after each scroll and change of the rows: stores the position, loads more, and reports what was seen. */
  const updateView = () => {
    const [current, { open: now }] = [anchor.current, latest.current];
    if (!current || now.timeline.messages.length === 0) return;
    current.note();
    const position = current.position();
    setAway(position.below > far || now.timeline.hasNewer);
    setSeenId((before) => Math.max(before, position.lowest));
    keepPlace(viewerId, now.room.id, current.place());
    fetchMore(chat, now, position);
    if (current.isFollowing()) chat.dropOldest();
    else if (document.visibilityState === 'hidden') chat.capNewMessages();
    reportSeen(position.lowest);
  };
  const latestUpdate = useRef(updateView);
  latestUpdate.current = updateView;

  useLayoutEffect(() => {
    if (!box.current) return;
    const created = new ScrollAnchor(box.current, () => mayFollow(latest.current.open));
    anchor.current = created;
    return watchBox(box.current, created, () => latestUpdate.current());
  }, []);

  useOpening(box, anchor, open, viewerId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the room's rows
  useLayoutEffect(() => {
    anchor.current?.keep();
    updateView();
  }, [open]);

  const toEnd = async () => {
    if (latest.current.open.timeline.hasNewer) await chat.toNewest();
    anchor.current?.toEnd();
    updateView();
  };
  useOwnSending(open, toEnd);
  return { box, anchor, isAway, seenId, toEnd };
}

/** A hidden page does not follow new messages, so that the reader continues where they left. */
function mayFollow({ timeline }: OpenRoom) {
  return !timeline.hasNewer && document.visibilityState === 'visible';
}

/** Loads more near an end. After a failure the reader retries by button. */
function fetchMore(chat: Chat, { timeline }: OpenRoom, { above, below }: ScrollPosition) {
  if (timeline.isLoading || timeline.failed) return;
  if (above < near && timeline.hasOlder) void chat.loadOlder();
  else if (below < near && timeline.hasNewer) void chat.loadNewer();
}

/** Scrolls to the end when the member sends a message. */
function useOwnSending({ unsent }: OpenRoom, toEnd: () => Promise<void>) {
  const newest = unsent.at(-1)?.key;
  const before = useRef(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per message sent
  useLayoutEffect(() => {
    if (newest !== undefined && newest !== before.current) void toEnd();
    before.current = newest;
  }, [newest]);
}

/** Scrolls once on opening: to the searched message, the position left, the first unread one, or the end. */
function useOpening(
  box: React.RefObject<HTMLElement | null>,
  anchor: React.RefObject<ScrollAnchor | null>,
  { timeline, room, unreadFrom, sought }: OpenRoom,
  viewerId: number,
) {
  const isThere = timeline.messages.length > 0;
  const hasOpened = useRef(false);
  const shown = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the room opens and for each message searched for
  useLayoutEffect(() => {
    if (!box.current || !anchor.current || !isThere) return;
    const isNew = sought !== null && sought !== shown.current;
    if (isNew && showRow(box.current, anchor.current, sought)) shown.current = sought;
    else if (!hasOpened.current && sought === null)
      openAt(box.current, anchor.current, savedPlace(viewerId, room.id), unreadFrom !== null);
    hasOpened.current = true;
  }, [isThere, sought, timeline.messages]);
}

function openAt(box: HTMLElement, anchor: ScrollAnchor, place: RowOffset | undefined, hasNew: boolean) {
  const left = place && box.querySelector<HTMLElement>(`.chat-row[data-id="${place.id}"]`);
  const line = hasNew ? box.querySelector<HTMLElement>('.chat-new') : null;
  if (left) anchor.pin(left, place.above);
  else if (line && !isVisible(box, line)) anchor.pin(line, box.clientHeight * 0.75);
}

function isVisible(box: HTMLElement, element: HTMLElement) {
  return element.getBoundingClientRect().top >= box.getBoundingClientRect().top;
}

/** Time for which a message must stay visible to count as seen. */
const seenAfterMs = 200;

/** Reports the newest message as seen once it has stayed visible for a moment. */
function useReportSeen(chat: Chat) {
  const notified = useRef({ id: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useLayoutEffect(() => () => clearTimeout(notified.current.timer), []);
  return (id: number) => {
    clearTimeout(notified.current.timer);
    if (id <= notified.current.id) return;
    notified.current.timer = setTimeout(() => {
      if (!isLookedAt()) return;
      notified.current.id = id;
      chat.seen(id);
    }, seenAfterMs);
  };
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Scroll positions by member and room, for the life of the tab; none for rooms left at the end. */
const places = new Map<string, RowOffset>();

function keepPlace(viewerId: number, roomId: number, offset: RowOffset | undefined) {
  const name = `${viewerId} ${roomId}`;
  if (offset) places.set(name, offset);
  else places.delete(name);
}

function savedPlace(viewerId: number, roomId: number): RowOffset | undefined {
  return places.get(`${viewerId} ${roomId}`);
}
