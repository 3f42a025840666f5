import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { fold, piecesOf } from './analyse.ts';
import { cutSearch, dictionaryWords } from './query.ts';

const shortest = 4;
const longest = 24;
const longestSpoken = 8;
/** Maximum of words corrected; a homophone or a joined pair is more certain than a misspelling. */
const maxQueryWords = 6;

/** Suggests a correction from the word book; undefined without a near one. */
export async function suggest(text: string, book: WordBook): Promise<string | undefined> {
  const words = piecesOf(fold(cutSearch(text))).flatMap(({ text: word, characters }) =>
    characters ? [{ word, chinese: true }] : [{ word, chinese: false }],
  );
  if (words.length === 0 || words.length > maxQueryWords) return undefined;
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

/** Joins words typed with blanks, as `type script` and `bei fen`. */
async function asOne(words: { word: string }[], book: WordBook) {
  const joined = words.map(({ word }) => word).join('');
  if (joined.length > longest) return undefined;
  return book.latin.has(joined) ? joined : spokenAs(joined, book);
}

async function meantByWord(word: string, book: WordBook) {
  if (book.latin.has(word) || word.length > longest || /\d/.test(word)) return undefined;
  return (await spokenAs(word, book)) ?? asTwo(word, book) ?? nearest(word, book);
}

/** Corrects a Chinese run by a homophone in the word book, else word by word. */
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

async function spokenAs(spelling: string, book: WordBook) {
  if (spelling.length < shortest || !/^[a-z]+$/.test(spelling)) return undefined;
  return heaviest((await book.spoken()).get(spelling) ?? [], book.chinese);
}

function asTwo(word: string, { latin }: WordBook) {
  for (let at = 2; at <= word.length - 2; at++) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (latin.has(first) && latin.has(second)) return `${first} ${second}`;
  }
  return undefined;
}

/** Nearest word by edit distance: one edit, or two in a long word. */
function nearest(word: string, { latin }: WordBook) {
  if (word.length < shortest) return undefined;
  const most = word.length >= 8 ? 2 : 1;
  const alphabet = alphabetOf(word);
  // rules out most words without computing their distance
  const mayBe = (other: string) =>
    Math.abs(other.length - word.length) <= most &&
    bitsOf(alphabet ^ alphabetOf(other)) <= 2 * most &&
    other.length >= shortest &&
    !/\d/.test(other);
  let best: { word: string; slips: number; weight: number } | undefined;
  for (const [other, weight] of latin) {
    if (!mayBe(other)) continue;
    const slips = slipsBetween(word, other);
    const isBetter = !best || slips < best.slips || (slips === best.slips && weight > best.weight);
    if (slips <= most && isBetter) best = { word: other, slips, weight };
  }
  return best?.word;
}

/** The letters of a word as bits: an edit changes two at most, so that most words are ruled out without comparing them. */
function alphabetOf(word: string) {
  let alphabet = 0;
  for (let at = 0; at < word.length; at++) alphabet |= 1 << (word.charCodeAt(at) & 31);
  return alphabet;
}

function bitsOf(set: number) {
  let bits = 0;
  for (let left = set; left !== 0; left &= left - 1) bits++;
  return bits;
}

/** Edit distance with transpositions. */
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

const maxBookWords = 6000;
/** Computing pinyin takes some 20 µs a word. */
const spelledAtMost = 3000;
const spelledAtOnce = 100;
/** Titles taken apart in one turn. */
const apartAtOnce = 50;
const longestCompound = 4;
/** Weight of a word that is only in texts. */
const ofText = 0.1;

/** Pinyin cache shared by successive word books. */
const sounds = new LRUCache<string, string>({ max: 2 * spelledAtMost });

/** Words of titles, tags and texts on the site, for corrections. */
export type WordBook = {
  latin: Map<string, number>;
  chinese: Map<string, number>;
  /** Chinese words by toneless pinyin, `beifen`. */
  spoken: () => Promise<Map<string, string[]>>;
};

type Names = { names: string[]; titles: string[]; texts: string[] };

/**
 * Builds it from names, taken whole, titles, taken apart, and words of texts; limited to the first ones. Taking thousands
 * of titles apart takes a while, so that other requests are served meanwhile.
 */
export async function createWordBook({ names, titles, texts }: Names): Promise<WordBook> {
  const latin = new Map<string, number>();
  const chinese = new Map<string, number>();
  const add = (word: string, weight: number) => {
    const words = /^[\p{Script=Han}]+$/u.test(word) ? chinese : latin;
    if ([...word].length > 1 && (words.has(word) || words.size < maxBookWords))
      words.set(word, (words.get(word) ?? 0) + weight);
  };
  for (const name of names) for (const word of wholeWords(name)) add(word, 2);
  for (const [at, text] of [...names, ...titles].entries()) {
    if (at % apartAtOnce === 0) await nextTurn();
    for (const word of compounds(text)) add(word, 1);
  }
  for (const word of texts) if (!/\d/.test(word)) add(word, ofText);

  let spoken: Promise<Map<string, string[]>> | undefined;
  return {
    latin,
    chinese,
    spoken() {
      spoken ??= spell([...chinese].sort(([, a], [, b]) => b - a).map(([word]) => word));
      return spoken;
    },
  };
}

function wholeWords(name: string) {
  return piecesOf(fold(name)).map(({ text }) => text);
}

/** Words of a text, and adjacent pairs that the dictionary may split wrongly. */
function compounds(text: string) {
  const words = dictionaryWords(text);
  const joined = words.slice(1).map((word, index) => (words[index] ?? '') + word);
  return [...words, ...joined.filter((word) => [...word].length <= longestCompound && /^\p{Script=Han}+$/u.test(word))];
}

/** Computes in chunks, so that other requests are served meanwhile. */
async function spell(words: string[]) {
  const spoken = new Map<string, string[]>();
  const some = words.slice(0, spelledAtMost);
  for (let from = 0; from < some.length; from += spelledAtOnce) {
    for (const word of some.slice(from, from + spelledAtOnce)) {
      const sound = await soundOf(word);
      spoken.set(sound, [...(spoken.get(sound) ?? []), word]);
    }
    await nextTurn();
  }
  return spoken;
}

/** Toneless pinyin of a Chinese word. */
async function soundOf(word: string) {
  const known = sounds.get(word);
  if (known !== undefined) return known;
  loading ??= loadPinyin();
  const spelling = await loading;
  const sound = spelling(word);
  sounds.set(word, sound);
  return sound;
}

let loading: ReturnType<typeof loadPinyin> | undefined;

/** Loads it when somebody misspells: its dictionary is large. Reading it and ordering it are turns of their own. */
async function loadPinyin() {
  const { pinyin } = await import('pinyin-pro');
  const spelling = (word: string) => pinyin(word, { toneType: 'none', type: 'array', v: true }).join('');
  await nextTurn();
  spelling('一');
  await nextTurn();
  return spelling;
}
