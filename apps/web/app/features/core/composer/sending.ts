import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { isBlank } from '@mojian/contract/platform/rules';
import { useRef, useState } from 'react';

/** What a text is called in refusals, its most characters, and the refusal of an empty one. */
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

/** Sends one thing at a time. A refusal or a failure stays in `wrong` until the next try, or until it is mended. */
export function useSend(readable = keptFailure) {
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Failure>();
  const isSending = useRef(false);
  /** @returns the answer; nothing when it was refused, failed, or another is under way. */
  const send = async <Sent>(refusal: Failure | undefined, act: () => Promise<Sent>): Promise<Sent | undefined> => {
    if (isSending.current) return undefined;
    setWrong(refusal);
    if (refusal) return undefined;
    isSending.current = true;
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      setWrong(readable(error));
      return undefined;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  /** Drops a refusal that is about one of these fields, or about none. */
  const mend = (...fields: string[]) =>
    setWrong((now) => (now && ['', ...fields].includes(fieldOf(now)) ? undefined : now));
  return { isBusy, wrong, send, mend };
}

/** First part of the field's path: `pictures` of `pictures.0`. */
export function fieldOf({ field = '' }: Failure) {
  return field.split('.', 1)[0] ?? '';
}

function keptFailure(error: unknown): Failure {
  if (isFailure(error) && error.id !== 'unavailable') return error;
  return refuse('提交失败，内容还在，请重试', '');
}

export function asFailure(error: unknown): Failure {
  return isFailure(error) ? error : new Failure('unexpected');
}
