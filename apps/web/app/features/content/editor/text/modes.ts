import { useSyncExternalStore } from 'react';
import { readKept, writeKept } from '../../../../kept-json.ts';

/** How this browser's writer likes their desk. */
export type Modes = { focus: boolean; full: boolean; outline: boolean };

const name = 'editor-modes';
const none: Modes = { focus: false, full: false, outline: false };
const listeners = new Set<() => void>();
let modes: Modes | undefined;

/** The modes, and remembers how they were left. */
export function useModes(): Modes {
  return useSyncExternalStore(listen, present, () => none);
}

export function setMode(mode: keyof Modes, isOn: boolean) {
  modes = { ...present(), [mode]: isOn };
  writeKept('localStorage', name, modes);
  for (const tell of listeners) tell();
}

export function toggleMode(mode: keyof Modes) {
  setMode(mode, !present()[mode]);
}

function present(): Modes {
  modes ??= { ...none, ...readKept<Partial<Modes>>('localStorage', name) };
  return modes;
}

function listen(tell: () => void) {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}
