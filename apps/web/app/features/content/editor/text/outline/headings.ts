import type { EditorState } from '@codemirror/state';
import { treeTo } from '../commands/syntax-at.ts';

type OutlineHeading = { from: number; level: number; text: string };

/** The headings of a text as far as it has been read, and which of them the caret stands under, -1 for none. */
export type OutlineOf = { headings: OutlineHeading[]; current: number };

const most = 2000;
const name = /^(?:ATX|Setext)Heading(\d)$/;
const inner = /[*_`~=]{1,3}|!?\[([^\]]*)\]\([^)]*\)|\[\^[^\]]*\]|<[^>]+>/g;

export function outlineOf(state: EditorState): OutlineOf {
  const headings: OutlineHeading[] = [];
  treeTo(state, state.doc.length).iterate({
    enter: ({ type, from, to }) => {
      const level = Number(name.exec(type.name)?.[1]);
      if (level && headings.length < most) headings.push({ from, level, text: wordsOf(state.sliceDoc(from, to)) });
      return !level && type.name !== 'Paragraph';
    },
  });
  const { head } = state.selection.main;
  return { headings, current: headings.findLastIndex(({ from }) => from <= head) };
}

function wordsOf(source: string): string {
  const [line = ''] = source.split('\n');
  return line
    .replace(/^[ \t]*#{1,6}[ \t]*/, '')
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/[ \t]*\{#[^{}\s]+\}[ \t]*$/, '')
    .replace(inner, (_, words?: string) => words ?? '')
    .trim();
}
