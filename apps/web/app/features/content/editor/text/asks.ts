import type { EditorView } from '@codemirror/view';

/** What a key or a menu within the text asks of what stands around it. */
export type Ask = 'picture' | 'table' | 'outline' | 'help';

export function ask(what: Ask) {
  return (view: EditorView) => view.dom.dispatchEvent(new CustomEvent<Ask>('editor:ask', { detail: what }));
}

/** Listens until the function that it returns is called. */
export function onAsk(view: EditorView, listen: (what: Ask) => void): () => void {
  const onEvent = (event: Event) => listen((event as CustomEvent<Ask>).detail);
  view.dom.addEventListener('editor:ask', onEvent);
  return () => view.dom.removeEventListener('editor:ask', onEvent);
}
