import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { readingMinutes } from '@mojian/markdown/words';
import { useReading } from '../updates.ts';
import { useWordCount } from './use-word-count.ts';
import './status-line.css';

/** How much there is, and where the caret stands. `children` come before the place of the caret. */
export function StatusLine({ view, children }: { view: EditorView | null; children?: React.ReactNode }) {
  const count = useWordCount(view);
  const place = useReading(view, placeOf, 120);
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

function placeOf({ doc, selection }: EditorState) {
  const line = doc.lineAt(selection.main.head);
  return { line: line.number, column: [...line.text.slice(0, selection.main.head - line.from)].length + 1 };
}
