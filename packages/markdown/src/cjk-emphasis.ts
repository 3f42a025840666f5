import type MarkdownIt from 'markdown-it';
import StateInline, { type Scanned } from 'markdown-it/lib/rules_inline/state_inline.mjs';

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const punctuation = /[\p{P}\p{S}]/u;
const space = /\s/u;

/**
 * Emphasis as Chinese authors expect it. CommonMark asks for a space or punctuation outside a marker that has
 * punctuation inside, so that `**强调。**后文` stays as it is; Chinese has no spaces there. Beside a wide character
 * the demand is dropped, and wide punctuation counts as a letter.
 */
class WideStateInline extends StateInline {
  override scanDelims(start: number, canSplitWord: boolean): Scanned {
    const scanned = super.scanDelims(start, canSplitWord);
    const before = this.characterBefore(start);
    const after = this.characterFrom(start + scanned.length);
    if (!wide.test(before) && !wide.test(after)) return scanned;
    if (!canSplitWord) return withUnderscores(scanned, before, after);
    return { ...scanned, can_open: leansOn(after, before), can_close: leansOn(before, after) };
  }

  private characterBefore(position: number): string {
    const pair = this.src.slice(Math.max(0, position - 2), position);
    return [...pair].at(-1) ?? ' ';
  }

  private characterFrom(position: number): string {
    if (position >= this.posMax) return ' ';
    return [...this.src.slice(position, position + 2)][0] ?? ' ';
  }
}

/**
 * Underscores stand in names too (`张三_简历_终稿`, `重写__init__方法`): in the midst of Chinese they mean emphasis only
 * where a bracket opens or punctuation ends what they enclose, or where two of them stand between Chinese signs.
 */
function withUnderscores(scanned: Scanned, before: string, after: string): Scanned {
  const isBetween = wide.test(before) && wide.test(after) && scanned.length === 2;
  return {
    ...scanned,
    can_open: scanned.can_open || isBetween || (wide.test(before) && /[\p{Ps}\p{Pi}]/u.test(after)),
    can_close: scanned.can_close || isBetween || (wide.test(after) && /[\p{Pe}\p{Pf}\p{Po}]/u.test(before)),
  };
}

/** Whether a marker between these two belongs to the text on its inner side. */
function leansOn(inner: string, outer: string): boolean {
  if (space.test(inner)) return false;
  return (
    wide.test(inner) || !punctuation.test(inner) || wide.test(outer) || space.test(outer) || punctuation.test(outer)
  );
}

/** Lets `**` and `__` begin and end emphasis beside Chinese and Japanese signs, where CommonMark would not. */
export function cjkEmphasis(md: MarkdownIt): void {
  md.inline.State = WideStateInline;
}

/** Whether two characters meet without a space where a line is broken, as Chinese and Japanese do. */
export function meetClosely(before: string, after: string): boolean {
  const hangul = /\p{Script=Hangul}/u;
  return wide.test(before) && wide.test(after) && !hangul.test(before) && !hangul.test(after);
}

/** Whether a text holds Chinese or Japanese signs. */
export function isWide(text: string): boolean {
  return wide.test(text);
}
