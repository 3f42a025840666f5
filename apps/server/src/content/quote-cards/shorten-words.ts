/** Signs after which a sentence is over, with what closes behind them. */
const sentenceEnd = /[。！？!?…；;\n][”’」』）)]*/g;

/** Cuts words at the end of a sentence, if one is beyond a third of the length, and adds 「……」. */
export function shortenWords(words: string, most: number): string {
  const characters = Array.from(words);
  if (characters.length <= most) return words;
  const start = characters.slice(0, most).join('');
  const ends = Array.from(start.matchAll(sentenceEnd), ({ index, 0: sign }) => index + sign.length);
  const last = ends.findLast((end) => end >= start.length / 3);
  return `${(last === undefined ? start : start.slice(0, last)).trimEnd().replace(/(?<![，、；：…])[，、；：…]+$/, '')}……`;
}
