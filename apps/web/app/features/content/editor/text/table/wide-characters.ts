import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view';

/** Characters that take two columns in a monospace font. */
export const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const mark = Decoration.mark({ class: 'text-md-wide' });
const runs = new RegExp(`(?:${wide.source})+`, 'gu');
const row = /^[\s>]*\|.+/gm;

/** Marks wide characters in visible rows of tables, so that CSS gives them two columns. */
export const tableColumns = ViewPlugin.define(
  (view) => ({
    marks: wideRuns(view),
    update({ docChanged, viewportChanged }) {
      if (docChanged || viewportChanged) this.marks = wideRuns(view);
    },
  }),
  { decorations: ({ marks }) => marks },
);

function wideRuns({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges)
    for (const { index: start, 0: cells } of state.sliceDoc(from, to).matchAll(row))
      for (const { index, 0: run } of cells.matchAll(runs)) {
        const at = from + start + index;
        marks.add(at, at + run.length, mark);
      }
  return marks.finish();
}
