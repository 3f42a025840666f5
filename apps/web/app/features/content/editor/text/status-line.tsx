import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { readingMinutes } from '@mojian/markdown/words';
import { useEffect, useState } from 'react';
import { onUpdate, useEditorValue } from './view-state.ts';
import './status-line.css';

/** Word count and caret position, with `children` between them. */
export function StatusLine({ view, children }: { view: EditorView | null; children?: React.ReactNode }) {
  const count = useWordCount(view);
  const place = useEditorValue(view, caretPosition, 120);
  return (
    <div className="text-status">
      {count && (
        <>
          <span>{count.selected > 0 ? `选中 ${count.selected} / ${count.words} 字` : `${count.words} 字`}</span>
          <span>约 {readingMinutes(count.words)} 分钟</span>
        </>
      )}
      {children}
      <span className="text-place">{place && `第 ${place.line} 行，第 ${place.column} 列`}</span>
      <span className="text-kind">Markdown</span>
    </div>
  );
}

function caretPosition({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.head);
  return { line: line.number, column: [...line.text.slice(0, selection.main.head - line.from)].length + 1 };
}

type WordCount = { words: number; selected: number };

/** Debounce in milliseconds. */
const pause = 400;

/** Counts in a worker, debounced. */
function useWordCount(view: EditorView | null): WordCount | undefined {
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
