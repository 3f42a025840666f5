import { simplified } from '../../platform/search/simplified.ts';

/**
 * A letter or digit of a text as it is compared, with all of its repetitions. Positions are those of the text it came
 * from: from `start` to `end`, and, where something stands between the repetitions, the end of the first unbroken part
 * and the start of the last one.
 */
export type Letter = {
  sign: string;
  start: number;
  end: number;
  headEnd: number;
  tailStart: number;
  times: number;
  /** Whether a letter of the same word, or a digit of the same number, stands right before it. */
  joined: boolean;
};

type Kind = 'letter' | 'digit' | 'other';

const characters = /\P{M}\p{M}*|\p{M}+/gu;
const marks = /\p{M}/gu;
const said = /[\p{L}\p{N}]/u;
const unseen = /[\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/u;
const alphabet = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const digit = /\p{N}/u;

/**
 * What a text says, however it is dressed: compatibility forms, width, case, accents and traditional characters are
 * made plain, repetitions are counted, and whatever is neither letter nor digit is left out.
 */
export function lettersOf(text: string): Letter[] {
  const letters: Letter[] = [];
  let before: Kind | undefined;
  for (const { 0: dressed, index } of text.matchAll(characters)) {
    for (const plain of dressed.normalize('NFKD').toLowerCase().replaceAll(marks, '')) {
      if (said.test(plain))
        before = add(letters, simplified(plain), { start: index, end: index + dressed.length, before });
      else if (!unseen.test(plain)) before = undefined;
    }
  }
  return letters;
}

export function kindOf(sign: string): Kind {
  if (digit.test(sign)) return 'digit';
  return alphabet.test(sign) ? 'letter' : 'other';
}

type Place = { start: number; end: number; before: Kind | undefined };

function add(letters: Letter[], sign: string, { start, end, before }: Place): Kind {
  const kind = kindOf(sign);
  const joined = kind === before && kind !== 'other';
  const last = letters.at(-1);
  if (last?.sign === sign) repeat(last, start, end, joined);
  else letters.push({ sign, start, end, headEnd: end, tailStart: start, times: 1, joined });
  return kind;
}

function repeat(letter: Letter, start: number, end: number, joined: boolean) {
  if (joined && letter.headEnd === letter.end) letter.headEnd = end;
  if (!joined) letter.tailStart = start;
  letter.end = end;
  letter.times += 1;
}
