import { splitAtMarks } from './split-at-marks.ts';

/** A text with what was searched for marked, as text and never as HTML. */
export function Marked({ text, marks }: { text: string; marks: string[] }) {
  return splitAtMarks(text, marks).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}
