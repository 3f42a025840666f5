import { isBlank } from '@mojian/contract/platform/blank';
import { Failure } from '@mojian/contract/platform/failures';
import { longestChat } from '@mojian/contract/platform/rules';
import { cleanText } from '@mojian/markdown/clean';

/**
 * A message's text as it is kept, '' where a picture says it all. Its length is counted in code points, as the form does.
 * @throws Failure blaming `text` for what says nothing, and for what is too long.
 */
export function checkSpoken(written: string, hasPicture: boolean) {
  const text = cleanText(written).trim();
  const says = !isBlank(text);
  if (!says && !hasPicture) throw new Failure('invalid-input', '消息不能为空', 'text');
  if (Array.from(text).length > longestChat)
    throw new Failure('invalid-input', `消息不能超过 ${longestChat} 个字`, 'text');
  return says ? text : '';
}
