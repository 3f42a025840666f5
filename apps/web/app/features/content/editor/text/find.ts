import { openSearchPanel, search } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { findPanel } from './find-bar.tsx';

const ready = new WeakSet<EditorView>();

export function find(view: EditorView) {
  if (!ready.has(view)) {
    ready.add(view);
    view.dispatch({ effects: StateEffect.appendConfig.of(search({ top: true, createPanel: findPanel })) });
  }
  openSearchPanel(view);
}
