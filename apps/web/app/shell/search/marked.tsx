import { splitAtWords } from './split-at-words.ts';

/** A text with what was searched for marked, as text and never as HTML. */
export function Marked({ text, keyword }: { text: string; keyword: string }) {
  return splitAtWords(text, keyword).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}
