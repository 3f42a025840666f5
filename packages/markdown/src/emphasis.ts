/** Letters and punctuation of Chinese, Japanese and Korean, which are set as wide as they are high. */
export const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;

/** Punctuation that Chinese shares with Latin scripts: quotation marks, ellipsis and dash. */
export const shared = /[“”‘’…—]/;

const punctuation = /[\p{P}\p{S}]/u;
const space = /^$|\s/u;
/** Punctuation that ends marked words and begins none: `**涨了 50%**B`. */
const ending = /[\p{Pe}\p{Pf}%‰‱°!?.,:;]/u;
/** Punctuation that begins marked words and ends none: `a**(b)**`. */
const beginning = /[\p{Ps}\p{Pi}]/u;

/** Begins and ends code and quotations; no name contains it. */
const quoting = /[`"']/;

/** Characters on both sides of a run of marks; '' at the edges of the text. */
export type Neighbours = { before: string; after: string };

/** Whether a run of marks may open and close emphasis. */
export type Sides = { opens: boolean; closes: boolean };

/**
 * Says what a run of `*`, `~` or `=` may do. CommonMark requires a space or punctuation outside a mark that has
 * punctuation inside, so `**强调。**后文` would stay literal. The requirement is dropped beside a wide character, for shared
 * punctuation, and for punctuation that can only end or begin the words within.
 */
export function sidesOf({ before, after }: Neighbours): Sides {
  return { opens: leansOn(after, before, beginning), closes: leansOn(before, after, ending) };
}

function leansOn(inner: string, outer: string, belongs: RegExp): boolean {
  if (space.test(inner)) return false;
  if (!punctuation.test(inner) || wide.test(inner) || shared.test(inner) || belongs.test(inner)) return true;
  return wide.test(outer) || space.test(outer) || punctuation.test(outer);
}

/**
 * Says what a run of underscores may do, which also occur in names (`张三_简历_终稿`, `重写__init__方法`): amid Chinese they mean
 * emphasis only if a bracket, a quotation or code opens the content, if punctuation or code ends it, or if doubled between
 * Chinese characters.
 */
export function sidesOfUnderscores({ before, after }: Neighbours, length: number): Sides {
  const left = flanks(after, before);
  const right = flanks(before, after);
  const isBetween = wide.test(before) && wide.test(after) && length === 2;
  return {
    opens:
      (left && (!right || punctuation.test(before))) ||
      isBetween ||
      (wide.test(before) && (beginning.test(after) || quoting.test(after))),
    closes:
      (right && (!left || punctuation.test(after))) ||
      isBetween ||
      (wide.test(after) && (/[\p{Pe}\p{Pf}\p{Po}]/u.test(before) || quoting.test(before))),
  };
}

/** CommonMark's rule. */
function flanks(inner: string, outer: string): boolean {
  return !space.test(inner) && (!punctuation.test(inner) || space.test(outer) || punctuation.test(outer));
}
