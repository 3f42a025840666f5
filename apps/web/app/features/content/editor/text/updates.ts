import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { useEffect, useState } from 'react';

type Listener = (update: ViewUpdate) => void;

/** Tells what stands around the text that something in it changed. */
export const updates = ViewPlugin.fromClass(
  class {
    listeners = new Set<Listener>();
    update(update: ViewUpdate) {
      for (const listener of this.listeners) listener(update);
    }
  },
);

/** Listens until the function that it returns is called. */
export function onUpdate(view: EditorView, listener: Listener): () => void {
  const listeners = view.plugin(updates)?.listeners;
  listeners?.add(listener);
  return () => listeners?.delete(listener);
}

/**
 * What `read` finds in the text, looked at anew once nothing has changed for `wait` milliseconds: never while a key is
 * being answered. `read` must stay the same function; objects it finds are compared by what they hold.
 */
export function useReading<Value>(view: EditorView | null, read: (state: EditorState) => Value, wait: number) {
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
