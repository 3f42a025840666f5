import type { Room } from '@mojian/contract/chat/messages';
import { useEffect, useRef } from 'react';
import { stayWhileHidden } from '../../../../live/live.ts';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';
import { showBadge } from '../../../../ui/badge.ts';

/** Rings for messages in rooms that are not muted while the page is hidden, in one of the open tabs. */
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

/**
 * Gives the bell to the tab pressed last: browsers silence pages without a press. That one hears of messages while it is
 * hidden too.
 */
function useBell() {
  const bell = useRef<ReturnType<typeof openBell>>(undefined);
  useEffect(() => {
    const own = openBell(navigator.locks as LockManager | undefined, stayWhileHidden);
    bell.current = own;
    const stop = new AbortController();
    const take = () => void (isLookedAt() && own.take());
    addEventListener('focus', () => navigator.userActivation?.hasBeenActive && take(), { signal: stop.signal });
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, take, { signal: stop.signal });
    return () => {
      stop.abort();
      own.release();
      stayWhileHidden(false);
    };
  }, []);
  return useRef(() => bell.current?.isMine() ?? false).current;
}

/** Newest unread message of rooms that are not muted. */
function newestOf(rooms: Room[]) {
  const ringing = rooms.filter(({ muted, last, unread }) => !muted && unread > 0 && last && !last.own);
  return Math.max(0, ...ringing.map(({ last }) => last?.id ?? 0));
}

function isLookedAt() {
  return document.visibilityState === 'visible' && document.hasFocus();
}

type Locks = Pick<LockManager, 'request'>;

/**
 * Elects one tab to ring: the last to take the lock, or the longest waiting when that one closes. Without locks (no
 * https) every tab rings. `onChange` hears whether it is this tab.
 */
export function openBell(locks: Locks | undefined, onChange: (isMine: boolean) => void) {
  let asking = new AbortController();
  let giveBack: (() => void) | undefined;

  function setLock(release: (() => void) | undefined) {
    giveBack = release;
    onChange(release !== undefined);
  }

  function request({ steal = false } = {}) {
    if (!locks) return setLock(() => {});
    asking.abort();
    const own = new AbortController();
    asking = own;
    const begin = () => (own.signal.aborted ? undefined : new Promise<void>(setLock));
    locks.request('mojian:bell', steal ? { steal } : { signal: own.signal }, begin).catch(() => {
      if (own.signal.aborted) return;
      // another tab took it: wait in line
      setLock(undefined);
      request();
    });
  }

  const isMine = () => giveBack !== undefined;
  request();
  return {
    isMine,
    take: () => isMine() || request({ steal: true }),
    release() {
      asking.abort();
      giveBack?.();
      giveBack = undefined;
    },
  };
}

const name = 'chat sound';

/** Off by default, per device. */
export function hasSound(): boolean {
  return readStored<boolean>('localStorage', name) ?? false;
}

/** Called from a press, which lets the page make sounds. */
export function keepSound(isOn: boolean) {
  writeStored('localStorage', name, isOn || undefined);
  if (isOn) ring();
}

let audio: AudioContext | undefined;

/** Two short notes of a bell, synthesized. */
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
    // no audio device
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
