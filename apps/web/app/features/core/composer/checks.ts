import { Failure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';

/** Rule of a text: its noun in refusals, its most characters, and the refusal of an empty one. */
export type TextRule = { noun: string; most: number; empty?: string };

export function lengthOf(text: string) {
  return Array.from(text.trim()).length;
}

export function checkText(text: string, { noun, most, empty = `${noun}不能为空` }: TextRule, field = 'text') {
  if (isBlank(text)) return refuse(empty, field);
  return checkLength(text, { noun, most }, field);
}

export function checkLength(text: string, { noun, most }: TextRule, field = 'text') {
  return lengthOf(text) > most ? refuse(`${noun}不能超过 ${most} 个字`, field) : undefined;
}

export function checkPictures(coming: { wrong: string | undefined }[]) {
  if (coming.some(({ wrong }) => wrong !== undefined)) return refuse('有图片上传失败，请重试或移除', 'pictures');
  return coming.length > 0 ? refuse('图片还在上传，请稍候', 'pictures') : undefined;
}

function refuse(message: string, field: string) {
  return new Failure('invalid-input', message, field);
}

/** First part of the field's path: `pictures` of `pictures.0`. */
export function fieldOf({ field = '' }: Failure) {
  return field.split('.', 1)[0] ?? '';
}
