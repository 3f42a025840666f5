import { isBlank } from '@mojian/contract/platform/blank';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { longestPlace, longestSay } from '@mojian/contract/platform/rules';
import type { Coming } from '../../../core/uploads/use-uploads.ts';
import type { SayDraft } from './say-draft.ts';

/** Why a say cannot be sent as it is, or nothing. */
export function refusalOf({ text, place }: SayDraft, coming: Coming[]): Failure | undefined {
  if (isBlank(text)) return refuse('请输入内容', 'text');
  if (lettersOf(text) > longestSay) return refuse(`内容不能超过 ${longestSay} 个字`, 'text');
  if (lettersOf(place) > longestPlace) return refuse(`地点不能超过 ${longestPlace} 个字`, 'place');
  if (coming.some(({ wrong }) => wrong !== undefined)) return refuse('有图片上传失败，请重试或移除', 'pictures');
  return coming.length > 0 ? refuse('图片还在上传，请稍候', 'pictures') : undefined;
}

/** What went wrong on the way is said where the reader looks; what no field is to blame for, below the text. */
export function readableFailure(error: unknown): Failure {
  if (!isFailure(error) || error.id === 'unavailable') return refuse('提交失败，内容还在，请重试', '');
  return error;
}

function refuse(words: string, field: string) {
  return new Failure('invalid-input', words, field);
}

function lettersOf(text: string) {
  return Array.from(text.trim()).length;
}
