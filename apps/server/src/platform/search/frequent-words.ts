const oftenEnough = 3;
const wordsAtMost = 200;

/** What a body is about: the words of two characters and more that it repeats, most frequent first. */
export function frequentWords(words: string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) if (word.length > 1) counts.set(word, (counts.get(word) ?? 0) + 1);

  return [...counts]
    .filter(([, count]) => count >= oftenEnough)
    .sort(([, a], [, b]) => b - a)
    .slice(0, wordsAtMost)
    .map(([word]) => word);
}
