import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../../storage/stored-json.ts';

type Listener = (update: ViewUpdate) => void;

/** Publishes view updates to components outside CodeMirror. */
export const updates = ViewPlugin.fromClass(
  class {
    listeners = new Set<Listener>();
    update(update: ViewUpdate) {
      for (const listener of this.listeners) listener(update);
    }
  },
);

export function onUpdate(view: EditorView, listener: Listener): () => void {
  const listeners = view.plugin(updates)?.listeners;
  listeners?.add(listener);
  return () => listeners?.delete(listener);
}

/**
 * Derives a value from the state, debounced by `wait` milliseconds. `read` must be stable; results are compared by
 * content.
 */
export function useEditorValue<Value>(view: EditorView | null, read: (state: EditorState) => Value, wait: number) {
  const [found, setFound] = useState<Value>();
  useEffect(() => {
    if (!view) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const next = read(view.state);
      setFound((present) => (JSON.stringify(present) === JSON.stringify(next) ? present : next));
    };
    const stop = onUpdate(view, ({ docChanged, selectionSet, state, startState }) => {
      if (!docChanged && !selectionSet && syntaxTree(state) === syntaxTree(startState)) return;
      clearTimeout(timer);
      timer = setTimeout(look, wait);
    });
    look();
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [view, read, wait]);
  return found;
}

/** View modes stored in this browser. */
type Modes = { focus: boolean; full: boolean; outline: boolean };

const name = 'editor-modes';
const none: Modes = { focus: false, full: false, outline: false };
const listeners = new Set<() => void>();
let modes: Modes | undefined;

/** Subscribes to the stored view modes. */
export function useModes(): Modes {
  return useSyncExternalStore(listen, present, () => none);
}

export function setMode(mode: keyof Modes, isOn: boolean) {
  modes = { ...present(), [mode]: isOn };
  writeStored('localStorage', name, modes);
  for (const tell of listeners) tell();
}

export function toggleMode(mode: keyof Modes) {
  setMode(mode, !present()[mode]);
}

function present(): Modes {
  modes ??= { ...none, ...readStored<Partial<Modes>>('localStorage', name) };
  return modes;
}

function listen(tell: () => void) {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/** Request from a key or menu in the text to the surrounding components. */
export type EditorRequest = 'picture' | 'own-pictures' | 'table' | 'outline' | 'help' | 'import';

export function request(what: EditorRequest) {
  return (view: EditorView) => view.dom.dispatchEvent(new CustomEvent<EditorRequest>('editor:ask', { detail: what }));
}

export function onRequest(view: EditorView, listen: (what: EditorRequest) => unknown): () => void {
  const onEvent = (event: Event) => listen((event as CustomEvent<EditorRequest>).detail);
  view.dom.addEventListener('editor:ask', onEvent);
  return () => view.dom.removeEventListener('editor:ask', onEvent);
}
