import { isBlank } from '@mojian/contract/platform/blank';
import { Failure } from '@mojian/contract/platform/failures';
import { longestPlace, longestSay } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/clean';

/**
 * A say's text as it is kept. Its length is counted in code points, as the form's counter does.
 * @throws Failure blaming `text` for what says nothing, and for what is too long.
 */
export function checkText(written: string) {
  const text = cleanText(written).trim();
  if (isBlank(text)) throw saysNothing();
  if (Array.from(text).length > longestSay)
    throw new Failure('invalid-input', `内容不能超过 ${longestSay} 个字`, 'text');
  return text;
}

/**
 * Where it was written: one line, or nothing.
 * @throws Failure blaming `place` for what is too long.
 */
export function checkPlace(written: string) {
  const place = cleanText(written).replaceAll(/\s+/g, ' ').trim();
  if (Array.from(place).length > longestPlace)
    throw new Failure('invalid-input', `地点不能超过 ${longestPlace} 个字`, 'place');
  return isBlank(place) ? '' : place;
}

/** @throws Failure blaming `text` when nothing would be seen of it, as of a link without words. */
export function checkSeen(html: string) {
  if (isBlank(html.replaceAll(/<[^<>]*>/g, ' '))) throw saysNothing();
}

function saysNothing() {
  return new Failure('invalid-input', '请输入内容', 'text');
}
