import { countWords } from '@mojian/markdown/words';
import { askText } from './ask-text.ts';

/** Characters: a longer source is counted as it stands, not parsed at each save. */
const longestParsed = 200_000;

/** Words of a source as its page counts them; with its signs where the text process cannot say. */
export async function countText(markdown: string): Promise<number> {
  if (markdown.length > longestParsed) return countWords(markdown);
  return askText('words', markdown).then(
    ({ count }) => count,
    () => countWords(markdown),
  );
}
