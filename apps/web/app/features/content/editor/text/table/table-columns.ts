import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view';
import { wide } from './table-text.ts';

const mark = Decoration.mark({ class: 'md-wide' });
const runs = new RegExp(`(?:${wide.source})+`, 'gu');

/** Names the wide characters of the tables in view, so that the style sheet can give them two columns each. */
export const tableColumns = ViewPlugin.define(
  (view) => ({
    marks: wideRuns(view),
    update({ docChanged, viewportChanged, state, startState }) {
      if (docChanged || viewportChanged || syntaxTree(state) !== syntaxTree(startState)) this.marks = wideRuns(view);
    },
  }),
  { decorations: ({ marks }) => marks },
);

function wideRuns({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let done = 0;
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Table') return !node.name.endsWith('Code') && node.name !== 'Paragraph';
        const start = Math.max(done, from, node.from);
        const text = state.sliceDoc(start, Math.min(to, node.to));
        for (const { index, 0: run } of text.matchAll(runs)) marks.add(start + index, start + index + run.length, mark);
        done = Math.min(to, node.to);
        return false;
      },
    });
  }
  return marks.finish();
}
