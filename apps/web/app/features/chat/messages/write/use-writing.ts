import type { ChatMessage } from '@mojian/contract/chat/messages';
import { isFailure } from '@mojian/contract/platform/failures';
import { isBlank, largestUpload, longestChat, mostPictures } from '@mojian/contract/platform/rules';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { toast } from '../../../../ui/toast.ts';
import { checkLength, lengthOf } from '../../../core/composer/checks.ts';
import { insertText } from '../../../core/composer/controls.tsx';
import type { useMentions } from '../../../core/composer/mentions.tsx';
import { nameOf, pickPictures, useChosenFiles } from '../../../core/composer/pictures.ts';
import type { Chat, ChatState } from '../chat.ts';

type WritingOptions = {
  chat: Chat;
  drafts: ChatState['drafts'];
  roomId: number;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** State of the composer: text, pictures and quote. The text is stored as a draft. */
export function useWriting({ chat, drafts, roomId, field }: WritingOptions) {
  const [text, showText] = useState(() => drafts.get(roomId) ?? '');
  const [quote, setQuote] = useState<ChatMessage>();
  const pictures = useChosen(`chat ${roomId}`);
  const setText = (next: string) => {
    showText(next);
    chat.keepDraft(roomId, next);
    if (next.trim()) chat.typing();
  };
  const characters = lengthOf(text);
  const isEmpty = isBlank(text) && pictures.chosen.length === 0;

  const send = () => {
    if (isEmpty) return;
    if (pictures.chosen.some(({ isShrinking }) => isShrinking)) return toast('warning', '图片还在处理，请稍候');
    const refusal = checkLength(text, { noun: '消息', most: longestChat });
    if (refusal) return toast('warning', refusal.message);
    const files = pictures.chosen.map(({ file }) => file);
    for (const options of splitMessage(text.trim(), files, quote)) chat.send(options);
    showText('');
    chat.keepDraft(roomId, '');
    setQuote(undefined);
    pictures.clear();
    field.current?.focus();
  };
  return {
    text,
    setText,
    quote,
    setQuote,
    pictures,
    characters,
    isEmpty,
    isOver: characters > longestChat,
    send,
  };
}

/**
 * Splits a draft into messages, each with text, one picture or both: the text goes with a single picture, and follows
 * several.
 */
function splitMessage(text: string, files: File[], quote: ChatMessage | undefined) {
  const [picture, ...others] = files;
  const answering = quote && { quote };
  if (!picture) return [{ text, ...answering }];
  if (others.length === 0) return [{ text, picture, ...answering }];
  const pictures = [{ text: '', picture, ...answering }, ...others.map((other) => ({ text: '', picture: other }))];
  return text ? [...pictures, { text }] : pictures;
}

/** Pictures chosen for sending, with previews; those too large are shrunk first. Unusable ones are reported in a toast. */
function useChosen(place: string) {
  const take = async (files: File[]) => {
    const taken = files.map((file) => put(file, { isShrinking: file.size > largestUpload }));
    for (const one of taken.filter(({ isShrinking }) => isShrinking)) {
      const file = await shrunk(one.file);
      if (file) mark(one.number, { file, isShrinking: false });
      else remove(one);
    }
  };
  const files = useChosenFiles<{ isShrinking: boolean }>(place, (left) => void take(left));
  const { all: chosen, shown, put, mark, remove, clear } = files;
  const add = (picked: Iterable<File>) => void take(pickPictures(picked, mostPictures - shown.current.length));
  return { chosen, add, remove, clear };
}

/** Undefined, with a toast, if it cannot be shrunk. */
async function shrunk(file: File): Promise<File | undefined> {
  try {
    const { shrinkPicture } = await import('@mojian/client/shrink-picture');
    const smaller = await shrinkPicture(file);
    return new File([smaller], file.name, { type: smaller.type });
  } catch (cause) {
    toast('warning', isFailure(cause) ? cause.message : `${nameOf(file)}超过 10 MB，无法缩小`);
    return undefined;
  }
}

type FieldKeysOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useWriting>;
  mentions: ReturnType<typeof useMentions>;
};

/** Key handler of the field: mentions first, then the quote, then Enter. */
export function chatKeys({ field, writing: { setText, quote, setQuote, send }, mentions }: FieldKeysOptions) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.onKeyDown(event)) return event.stopPropagation();
    if (event.key === 'Escape' && quote) {
      event.stopPropagation();
      return setQuote(undefined);
    }
    const { key, ctrlKey, metaKey, shiftKey, altKey, keyCode } = event;
    const { isComposing } = event.nativeEvent;
    const means = enterMeans({ key, ctrlKey, metaKey, shiftKey, altKey, keyCode, isComposing }, isTouch());
    if (means === 'nothing') return;
    event.preventDefault();
    if (means === 'send') send();
    else putLine(field.current, setText);
  };
}

/** Effect of Enter: it sends with a keyboard and breaks the line on a touch screen. */
type EnterMeans = 'send' | 'line' | 'nothing';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  isComposing: boolean;
};

/** `line`: a line break that the browser would not make by itself. */
export function enterMeans(event: Key, isTouch: boolean): EnterMeans {
  // Safari reports the Enter that ends a composition by this code only
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return 'nothing';
  if (event.ctrlKey || event.metaKey || event.altKey) return 'line';
  return event.shiftKey || isTouch ? 'nothing' : 'send';
}

/** Inserts a line break at the caret: by `execCommand`, which Ctrl Z can undo, else by setting the text. */
function putLine(area: HTMLTextAreaElement | null, setText: (text: string) => void) {
  if (area && document.execCommand('insertText', false, '\n')) setText(area.value);
  else insertText(area, '\n', setText);
}

/** Whether the device is used by touch, where focusing a field opens a keyboard over half the screen. */
export function isTouch() {
  return matchMedia('(hover: none) and (pointer: coarse)').matches;
}
