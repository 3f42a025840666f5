import type { EditorState } from '@codemirror/state';
import { findPictures } from '../pictures/picture-syntax.ts';

type Piece = { file: File; offset: number };

/** Where pasted Markdown goes: what makes room around it, its text, and where pictures will stand in that. */
export function layOut(
  state: EditorState,
  range: { from: number; to: number },
  markdown: string,
  files: Map<string, File>,
) {
  const first = state.doc.lineAt(range.from);
  const last = state.doc.lineAt(range.to);
  const isBlock = markdown.includes('\n') || /^(#{1,6} |[-*>|] ?|\d+\. |!\[)/.test(markdown);
  const hasBefore = state.sliceDoc(first.from, range.from).trim() !== '';
  const hasAfter = state.sliceDoc(range.to, last.to).trim() !== '';
  return {
    before: isBlock && hasBefore ? '\n\n' : '',
    pieces: withoutFiles(markdown, files),
    after: isBlock && (hasAfter || endsInTable(markdown)) ? '\n\n' : '',
  };
}

/** The next line right below a table would be one of its rows. */
function endsInTable(markdown: string): boolean {
  return /(?:^|\n)\|.*\|$/.test(markdown);
}

/** Pictures that still have to be uploaded are left out of the text; they stand beside it until they are there. */
function withoutFiles(markdown: string, files: Map<string, File>): { text: string; pictures: Piece[] } {
  const pictures: Piece[] = [];
  let text = '';
  let from = 0;
  for (const picture of findPictures(markdown)) {
    const file = files.get(picture.url);
    if (!file) continue;
    text += markdown.slice(from, picture.from);
    pictures.push({ file, offset: text.length });
    from = picture.to;
  }
  return { text: text + markdown.slice(from), pictures };
}
