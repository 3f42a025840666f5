import type { EditorView } from '@codemirror/view';
import { useEffect, useState } from 'react';
import { onUpdate } from '../updates.ts';

/** Words of the text as its page will count them, and of what is selected. */
export type WordCount = { words: number; selected: number };

/** Milliseconds without a key before the text is counted again. */
const pause = 400;

/** Counts in a worker once the writer pauses; what was counted last stands until then. */
export function useWordCount(view: EditorView | null): WordCount | undefined {
  const [count, setCount] = useState<WordCount>();
  useEffect(() => {
    if (!view) return;
    const worker = new Worker(new URL('./count.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: [words, selected] }: MessageEvent<[number, number]>) => setCount({ words, selected });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = () => worker.postMessage([view.state.doc.toString(), selectedText(view)]);
    const stop = onUpdate(view, ({ docChanged, selectionSet }) => {
      if (!docChanged && !selectionSet) return;
      clearTimeout(timer);
      timer = setTimeout(send, pause);
    });
    send();
    return () => {
      stop();
      clearTimeout(timer);
      worker.terminate();
    };
  }, [view]);
  return count;
}

function selectedText({ state }: EditorView): string {
  return state.selection.ranges.map(({ from, to }) => state.sliceDoc(from, to)).join('\n\n');
}
