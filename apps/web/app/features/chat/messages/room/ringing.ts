import type { Room } from '@mojian/contract/chat/messages';
import { useEffect, useRef } from 'react';
import { type Locks, openLock } from '../../../../live/tabs.ts';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import { showBadge } from '../../../../ui/badge.ts';

/** Rings for what others say in rooms that are not muted, while nobody looks at the page: in one tab, however many are open. */
export function useRinging(rooms: Room[] | undefined) {
  const heard = useRef<number>(undefined);
  const hasBell = useBell();
  useEffect(() => {
    if (!rooms) return;
    const newest = newestOf(rooms);
    const isNew = heard.current !== undefined && newest > heard.current;
    heard.current = Math.max(newest, heard.current ?? 0);
    if (isNew && !isLookedAt() && hasSound() && hasBell()) ring();
  }, [rooms, hasBell]);
}

/** The tab that was pressed last has the bell: one that was never pressed may not sound. */
function useBell() {
  const bell = useRef<ReturnType<typeof openBell>>(undefined);
  useEffect(() => {
    const own = openBell(navigator.locks as LockManager | undefined);
    bell.current = own;
    const stop = new AbortController();
    const take = () => void (isLookedAt() && own.take());
    addEventListener('focus', () => navigator.userActivation?.hasBeenActive && take(), { signal: stop.signal });
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, take, { signal: stop.signal });
    return () => {
      stop.abort();
      own.letGo();
    };
  }, []);
  return useRef(() => bell.current?.isMine() ?? false).current;
}

/** The newest unread message that is anybody's concern. */
function newestOf(rooms: Room[]) {
  const ringing = rooms.filter(({ muted, last, unread }) => !muted && unread > 0 && last && !last.own);
  return Math.max(0, ...ringing.map(({ last }) => last?.id ?? 0));
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/**
 * Of several tabs one has the bell: the one that took it last, or whoever waited longest when that one goes. Browsers
 * without locks (on a site without https) have a bell in each tab.
 */
export function openBell(locks: Locks | undefined) {
  if (!locks) return { isMine: () => true, take() {}, letGo() {} };
  const { ask, letGo, isMine } = openLock({ locks, name: 'mojian:bell', onMine: () => {}, onTaken: () => ask() });
  ask();
  return { isMine, letGo, take: () => isMine() || ask({ steal: true }) };
}

const name = 'chat sound';

/** Whether this device rings. Off until somebody turns it on. */
export function hasSound(): boolean {
  return readStored<boolean>('localStorage', name) ?? false;
}

/** Turned on by a press, which is when browsers let a page make sounds. */
export function keepSound(isOn: boolean) {
  writeStored('localStorage', name, isOn || undefined);
  if (isOn) ring();
}

let audio: AudioContext | undefined;

/** Two short notes of a small bell, drawn rather than fetched. */
function ring() {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    const begin = audio.currentTime + 0.02;
    for (const [pitch, after] of [
      [880, 0],
      [1318.5, 0.09],
    ] as const)
      note(audio, pitch, begin + after);
  } catch {
    // a device without sound stays silent
  }
}

function note(to: AudioContext, pitch: number, at: number) {
  const tone = to.createOscillator();
  const volume = to.createGain();
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.08, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.45);
  tone.connect(volume).connect(to.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}

/** Shows the unread count of rooms that are not muted in the title of a hidden tab. */
export function useBadge(rooms: Room[] | undefined) {
  const unread = (rooms ?? []).filter(({ muted }) => !muted).reduce((sum, room) => sum + room.unread, 0);
  useEffect(() => showBadge('chat', unread), [unread]);
  useEffect(() => () => showBadge('chat', 0), []);
}
