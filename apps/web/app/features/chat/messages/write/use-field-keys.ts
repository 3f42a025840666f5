import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import type { useMentions } from '../../../community/comments/use-mentions.ts';
import { isTouch } from './is-touch.ts';
import { enterMeans } from './keys.ts';
import { putLine } from './put-line.ts';
import type { useWriting } from './use-writing.ts';

type Given = {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useWriting>;
  mentions: ReturnType<typeof useMentions>;
};

/** What keys and pasting do in the field: the names first, then the quote, then Enter. */
export function useFieldKeys({ field, writing: { setText, quote, setQuote, pictures, send }, mentions }: Given) {
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
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
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    pictures.add(event.clipboardData.files);
  };
  return { onKeyDown, onPaste };
}
