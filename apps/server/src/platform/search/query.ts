import { longestSearch } from '@mojian/contract/platform/rules';
import { fold, narrow, type Piece, pairs, piecesOf, segmentWords } from './analyse.ts';
import { inDigits, ordinalsOf } from './ordinals.ts';

const maxWords = 24;
const maxCharacters = 8;
/** Maximum of words searched in the texts themselves. */
const writtenAtMost = 12;

/** Terms every result must contain. */
export type Terms = {
  words: string[];
  /** Prefix of one more word, or ''. */
  prefix: string;
};

/** Parsed search text in its possible readings. */
export type Query = {
  /** The search text, folded, with ordinals in digits. */
  text: string;
  /** As typed: every bigram, every word, with special characters. */
  exact: Terms;
  /** Without question words, bigrams across word boundaries, and special characters. */
  loose: Terms;
  /** Content words; a document with most of them matches too. */
  about: string[];
  /** Words as typed, in order: the content words, or all when there are none. */
  written: string[];
};

const none: Terms = { words: [], prefix: '' };

/** Truncates a search text and collapses blanks: pasting a paragraph is no error. */
export function cutSearch(text: string) {
  return Array.from(text.replace(/\s+/gu, ' ').trim()).slice(0, longestSearch).join('').trim();
}

export function parseQuery(text: string): Query {
  const folded = inDigits(fold(cutSearch(text)));
  const pieces = piecesWithOrdinals(folded);
  return {
    text: folded,
    exact: termsOf(pieces, exactWords),
    loose: looseTerms(pieces),
    about: [...new Set(pieces.flatMap(wordsAbout))].slice(0, maxWords),
    written: writtenNames(folded),
  };
}

/** Ordinals are pieces of their own, as the index has them. */
function piecesWithOrdinals(folded: string) {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { index, text, number } of ordinalsOf(folded)) {
    const word = { text, characters: undefined, signed: '', joined: '', halves: [String(number)] };
    pieces.push(...piecesOf(folded.slice(from, index)), word);
    from = index + text.length;
  }
  return [...pieces, ...piecesOf(folded.slice(from))];
}

export function isEmpty({ words, prefix }: Terms) {
  return words.length === 0 && prefix === '';
}

/** Treats the unfinished word as a complete one. */
export function asWhole({ words, prefix }: Terms): Terms {
  return { words: prefix ? [...new Set([...words, prefix])] : words, prefix: '' };
}

export function isSameQuery(one: Terms, other: Terms) {
  const listed = ({ words, prefix }: Terms) => [...words, `${prefix}*`].sort().join(' ');
  return listed(one) === listed(other);
}

/** Terms for short, unranked texts. */
export function plainTerms(text: string): Terms {
  return termsOf(piecesOf(fold(text)), (piece) =>
    piece.characters ? charactersOrPairs(piece.characters) : [piece.signed || piece.text],
  );
}

/** The last word may be unfinished, unless it is Chinese or a number with dots. */
function termsOf(pieces: Piece[], toWords: (piece: Piece) => string[]): Terms {
  const latest = pieces.findLast(({ characters }) => !characters);
  const last = latest && (isDotted(latest) || latest.text.startsWith('第')) ? undefined : latest;
  const lastWords = last ? toWords(last) : [];
  const prefix = lastWords.at(-1) ?? '';
  const others = pieces.flatMap((piece) => (piece === last ? lastWords.slice(0, -1) : toWords(piece)));
  const words = [...new Set(others)].filter((word) => word !== prefix);
  const longer = words.filter((word) => word.length > 1);
  // single characters are too frequent to filter by when there are many
  const chosen = words.length > maxWords && longer.length > 0 ? longer : words;
  return { words: chosen.slice(0, longer.length > 0 ? maxWords : maxCharacters), prefix };
}

function exactWords({ text, characters, signed, joined }: Piece) {
  if (characters) return charactersOrPairs(characters);
  return [signed, joined].filter(Boolean).length > 0 ? [signed, joined].filter(Boolean) : [text];
}

/** `2` of 3.2: the index has `3．2`. */
function isDotted({ joined }: Piece) {
  return /^\p{N}+．\p{N}+$/u.test(joined);
}

function charactersOrPairs(characters: string[]) {
  return characters.length > 1 ? pairs(characters) : characters;
}

function looseTerms(pieces: Piece[]): Terms {
  const isTooShort = pieces.every(({ text, characters }) => !characters && text.length === 1);
  if (isTooShort) return none; // keeps 1.1.1.1 from matching every text with a 1, and C++ every one with a c
  const terms = termsOf(pieces, wordsAbout);
  return isEmpty(terms) ? none : terms;
}

/** Content words of a token. A single letter keeps its special character, a number with dots the dots. */
function wordsAbout(piece: Piece) {
  const { text, characters, signed, joined, halves } = piece;
  if (isDotted(piece)) return [joined];
  if (characters) return wordsOfRun(text).flatMap((word) => charactersOrPairs([...word]));
  if (signed && text.length === 1) return [signed];
  if (isStopWord(text)) return [];
  return halves.length > 0 ? halves : [text];
}

/** Word and number that belong together, a product and its version: `vue 3`, `react v19.2`, `iphone15`. */
const versions = /(?<![\p{L}\p{N}.])([\p{L}&&\p{Script=Latin}]{2,}) ?(?:v ?)?(\p{N}+(?:\.\p{N}+)*)(?![\p{L}\p{N}])/gv;

/** Names with a number as one, then the other words. */
function writtenNames(folded: string) {
  const names: string[] = [];
  let rest = folded;
  for (const { text } of ordinalsOf(folded)) {
    names.push(text);
    rest = rest.replace(text, ' ');
  }
  rest = rest.replace(versions, (hit, word: string, number: string) => {
    if (isStopWord(word)) return hit;
    names.push(`${word} ${number}`);
    return ' ';
  });
  const words = names.length > 0 && !/[\p{L}\p{N}]/u.test(rest) ? [] : writtenWords(piecesOf(rest));
  return [...new Set([...names, ...words])].slice(0, writtenAtMost);
}

function writtenWords(pieces: Piece[]) {
  const runs: Piece[][] = [];
  for (const piece of pieces) {
    if (piece.joined) runs.at(-1)?.push(piece);
    else runs.push([piece]);
  }
  const all = runs.map((run) => ({ run, word: nameOf(run) }));
  const telling = all.flatMap(({ run, word }) =>
    run[0]?.characters ? wordsOfRun(word) : isStopWord(word) ? [] : [word],
  );
  return telling.length > 0 ? telling : all.map(({ word }) => word);
}

/** A name of several words with its special characters as typed. */
function nameOf(run: Piece[]) {
  const name = run.map(({ text, joined }) => (joined ? joined.slice(joined.length - text.length - 1) : text)).join('');
  const [first, last] = [run[0], run.at(-1)];
  const opening = first?.signed.endsWith(first.text) ? first.signed.slice(0, -first.text.length) : '';
  const ending = last?.signed.startsWith(last.text) ? last.signed.slice(last.text.length) : '';
  return narrow(opening + name + ending);
}

/** Content words of a CJK run. Characters the dictionary does not know stay together. */
function wordsOfRun(run: string) {
  const words: string[] = [];
  let unknown = '';
  const end = () => {
    if (unknown) words.push(unknown);
    unknown = '';
  };
  for (const { segment } of segmentWords(run)) {
    const isUnknown = [...segment].length === 1 && !isStopWord(segment);
    if (isUnknown) unknown += segment;
    else {
      end();
      if (!isStopWord(segment)) words.push(segment);
    }
  }
  end();
  return words;
}

/** Words of a text by the dictionary for Chinese, as they stand otherwise. */
export function dictionaryWords(text: string): string[] {
  return piecesOf(fold(text)).flatMap(({ text: word, characters }) => (characters ? wordsOfRun(word) : [word]));
}

/** Question words, which carry no content. */
const words =
  '怎样 怎么 怎么样 怎么办 怎 如何 为何 为什么 什么 什么样 什么是 是什么 哪 哪个 哪些 哪里 哪儿 多少 几 谁 何时 何为 何谓 是否 能否 可否 有没有 会不会 能不能 可不可以 ' +
  '吗 呢 吧 啊 呀 嘛 么 了 的 地 得 着 过 之 与 和 及 或 以及 还是 而 且 但 也 都 就 才 又 再 还 很 太 更 最 ' +
  '是 在 有 没有 把 被 给 让 从 到 对 向 为 用 以 于 由 跟 比 等 要 该 会 能 可以 应该 需要 想 请 请问 一下 一个 一种 这 那 这个 那个 这些 那些 这样 那样 ' +
  '我 你 他 她 它 我们 你们 他们 自己 人 关于 使用 进行 做 时 时候 里 中 上 下 后 前 不 不会 不能 时间 问题 方法 ' +
  'a an the is are was were be been do does did can could should would will may how what why when where which who whom ' +
  'to of in on at for from with without by as and or but if then than that this these those it its i my me you your we our they their not no so about into there here';

const known = new Set(words.split(' '));

/** Whether a word may be left out of a search. */
function isStopWord(word: string) {
  return known.has(word);
}
