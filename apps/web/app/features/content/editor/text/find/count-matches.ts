import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

/** How many there are, and which of them is selected, 1 for the first, 0 for none. `isMore` when counting was given up. */
export type Matches = { total: number; at: number; isMore: boolean };

const most = 9999;

export function countMatches(state: EditorState, query: SearchQuery): Matches {
  const matches: Matches = { total: 0, at: 0, isMore: false };
  if (!query.valid) return matches;
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state) as Iterator<{ from: number; to: number }>;
  for (let { done, value } = cursor.next(); !done; { done, value } = cursor.next()) {
    if (matches.total === most) return { ...matches, isMore: true };
    matches.total++;
    if (value.from === from && value.to === to) matches.at = matches.total;
  }
  return matches;
}
