import { piecesOf } from './analyse.ts';
import { cutSearch, dictionaryWords } from './query.ts';
import { soundOf, type WordBook } from './word-book.ts';

const shortest = 4;
const longest = 24;
const longestSpoken = 8;
/** A word spoken the same, or two written together, is surer than one with other letters. */
const wordsAtMost = 6;

/** What a text with slips may have meant, in the words of the book; undefined where nothing is near. */
export async function suggest(text: string, book: WordBook): Promise<string | undefined> {
  const words = piecesOf(cutSearch(text)).flatMap(({ text: word, characters }) =>
    characters ? [{ word, chinese: true }] : [{ word, chinese: false }],
  );
  if (words.length === 0 || words.length > wordsAtMost) return undefined;
  const together = words.every(({ chinese }) => !chinese) && words.length > 1 && (await asOne(words, book));
  if (together) return together;

  let isChanged = false;
  const meant: string[] = [];
  for (const { word, chinese } of words) {
    const other = chinese ? await meantByRun(word, book) : await meantByWord(word, book);
    isChanged ||= other !== undefined;
    meant.push(other ?? word);
  }
  return isChanged ? meant.join(' ') : undefined;
}

/** `type script`, and `bei fen`: words that are one without their blanks. */
async function asOne(words: { word: string }[], book: WordBook) {
  const joined = words.map(({ word }) => word).join('');
  if (joined.length > longest) return undefined;
  return book.latin.has(joined) ? joined : spokenAs(joined, book);
}

async function meantByWord(word: string, book: WordBook) {
  if (book.latin.has(word) || word.length > longest || /\d/.test(word)) return undefined;
  return (await spokenAs(word, book)) ?? asTwo(word, book) ?? nearest(word, book);
}

/** A Chinese run that is spoken like a word of the book; else its words, each for itself. */
async function meantByRun(run: string, book: WordBook) {
  if (book.chinese.has(run)) return undefined;
  const whole = await spokenLike(run, book);
  if (whole) return whole;
  let other = run;
  for (const word of dictionaryWords(run)) {
    const meant = word !== run && !book.chinese.has(word) ? await spokenLike(word, book) : undefined;
    if (meant) other = other.replace(word, meant);
  }
  return other === run ? undefined : other;
}

async function spokenLike(word: string, book: WordBook) {
  const length = [...word].length;
  if (length < 2 || length > longestSpoken) return undefined;
  const alike = (await book.spoken()).get(await soundOf(word)) ?? [];
  return heaviest(
    alike.filter((other) => other !== word && [...other].length === length),
    book.chinese,
  );
}

async function spokenAs(letters: string, book: WordBook) {
  if (letters.length < shortest || !/^[a-z]+$/.test(letters)) return undefined;
  return heaviest((await book.spoken()).get(letters) ?? [], book.chinese);
}

function asTwo(word: string, { latin }: WordBook) {
  for (let at = 2; at <= word.length - 2; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (latin.has(first) && latin.has(second)) return `${first} ${second}`;
  }
  return undefined;
}

/** The word with the fewest other letters: one slip, or two in a long word. */
function nearest(word: string, { latin }: WordBook) {
  if (word.length < shortest) return undefined;
  const most = word.length >= 8 ? 2 : 1;
  let best: { word: string; slips: number; weight: number } | undefined;
  for (const [other, weight] of latin) {
    if (Math.abs(other.length - word.length) > most || other.length < shortest || /\d/.test(other)) continue;
    const slips = slipsBetween(word, other);
    const isBetter = !best || slips < best.slips || (slips === best.slips && weight > best.weight);
    if (slips <= most && isBetter) best = { word: other, slips, weight };
  }
  return best?.word;
}

/** Letters to add, leave out, replace or swap with the next to make one word of the other. */
function slipsBetween(one: string, other: string) {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) row[j] = Math.min((row[j - 1] ?? 0) + 1, fromAbove(rows, one, other, i, j));
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

function fromAbove(rows: number[][], one: string, other: string, i: number, j: number) {
  const isSame = one[i - 1] === other[j - 1];
  const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
  const swapped = isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
  return Math.min((rows[i - 1]?.[j] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + (isSame ? 0 : 1), swapped);
}

function heaviest(words: string[], weights: Map<string, number>) {
  return words.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0))[0];
}
