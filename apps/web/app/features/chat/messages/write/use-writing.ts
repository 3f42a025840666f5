import type { ChatMessage } from '@mojian/contract/chat/messages';
import { isFailure } from '@mojian/contract/platform/failures';
import { largestUpload, longestChat } from '@mojian/contract/platform/rules';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { toast } from '../../../../ui/toast.ts';
import type { useMentions } from '../../../community/comments/mentions.tsx';
import { putIn } from '../../../core/writing/insert-buttons.tsx';
import type { Chat, ChatState } from '../chat.ts';

type WritingOptions = {
  chat: Chat;
  drafts: ChatState['drafts'];
  roomId: number;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** State of the composer: text, pictures and quote. The text is stored as a draft. */
export function useWriting({ chat, drafts, roomId, field }: WritingOptions) {
  const [text, keepText] = useState(() => drafts.get(roomId) ?? '');
  const [quote, setQuote] = useState<ChatMessage>();
  const pictures = useChosen();
  const setText = (next: string) => {
    keepText(next);
    chat.keepDraft(roomId, next);
    if (next.trim()) chat.typing();
  };
  const characters = Array.from(text.trim()).length;
  const isEmpty = characters === 0 && pictures.chosen.length === 0;

  const send = () => {
    if (isEmpty) return;
    if (characters > longestChat) return toast('warning', `消息不能超过 ${longestChat} 个字`);
    for (const options of splitMessage(
      text.trim(),
      pictures.chosen.map(({ file }) => file),
      quote,
    ))
      chat.send(options);
    keepText('');
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
    letters: characters,
    isEmpty,
    isOver: characters > longestChat,
    send,
  };
}

/** A message holds words or one picture or both: words go with a single picture, and after several. */
function splitMessage(text: string, files: File[], quote: ChatMessage | undefined) {
  const [picture, ...others] = files;
  const answering = quote && { quote };
  if (!picture) return [{ text, ...answering }];
  if (others.length === 0) return [{ text, picture, ...answering }];
  const pictures = [{ text: '', picture, ...answering }, ...others.map((other) => ({ text: '', picture: other }))];
  return text ? [...pictures, { text }] : pictures;
}

/** A picture chosen and not sent yet. */
export type Chosen = { number: number; file: File; preview: string };

const most = 9;

/** Pictures by button, paste or drop, looked at before they are sent. What cannot be sent is said, the others are kept. */
function useChosen() {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const shown = useRef(chosen);
  shown.current = chosen;
  const count = useRef(0);
  useEffect(() => () => shown.current.forEach(forget), []);

  const coming = useRef(0);

  const add = async (files: Iterable<File>) => {
    const all = [...files];
    const fit = all.filter(isPicture);
    for (const file of all) if (!isPicture(file)) toast('warning', `${nameOf(file)}不是图片，没有添加`);
    const taken = fit.slice(0, Math.max(0, most - shown.current.length - coming.current));
    if (fit.length > taken.length) toast('warning', `一次最多 ${most} 张图片`);
    coming.current += taken.length;
    for (const options of taken) {
      const file = await fitting(options);
      coming.current -= 1;
      if (!file) continue;
      count.current += 1;
      const one = { number: count.current, file, preview: URL.createObjectURL(file) };
      setChosen((before) => [...before, one]);
    }
  };
  return {
    chosen,
    add: (files: Iterable<File>) => void add(files),
    remove: (one: Chosen) => {
      forget(one);
      setChosen((before) => before.filter(({ number }) => number !== one.number));
    },
    clear: () => {
      shown.current.forEach(forget);
      setChosen([]);
    },
  };
}

const isPicture = ({ type }: File) => type.startsWith('image/');
const nameOf = ({ name }: File) => (name ? `“${name}”` : '这个文件');

/** As it is or made smaller, so that what is looked at is what will be sent; nothing, said why, where that cannot be. */
async function fitting(file: File): Promise<File | undefined> {
  if (file.size <= largestUpload) return file;
  try {
    const { shrinkPicture } = await import('../../../../api/shrink-picture.ts');
    const smaller = await shrinkPicture(file);
    return new File([smaller], file.name, { type: smaller.type });
  } catch (cause) {
    toast('warning', isFailure(cause) ? cause.message : `${nameOf(file)}超过 10 MB，无法缩小`);
    return undefined;
  }
}

const forget = ({ preview }: Chosen) => URL.revokeObjectURL(preview);

/** Files may be dropped anywhere on what carries `on`; `isOver` while they hover over it. */
export function useDropping(add: ((files: Iterable<File>) => void) | undefined) {
  const [isOver, setOver] = useState(false);
  // entering a child says so before leaving its parent
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver: isOver && add !== undefined,
    on: {
      onDragEnter: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDragLeave: () => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        // also where nothing is taken: the browser would leave the page for the file
        event.preventDefault();
        leave();
        add?.(event.dataTransfer.files);
      },
    },
  };
}

type FieldKeysOptions = {
  field: RefObject<HTMLTextAreaElement | null>;
  writing: ReturnType<typeof useWriting>;
  mentions: ReturnType<typeof useMentions>;
};

/** Key and paste handlers of the field: mentions first, then the quote, then Enter. */
export function useFieldKeys({
  field,
  writing: { setText, quote, setQuote, pictures, send },
  mentions,
}: FieldKeysOptions) {
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

/** Decides whether Enter sends: with a keyboard it does; on a touch screen it breaks the line. */
type EnterMeans = 'send' | 'line' | 'nothing';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'keyCode'> & {
  isComposing: boolean;
};

/** `line`: a line break that the browser would not make by itself. */
export function enterMeans(event: Key, isTouch: boolean): EnterMeans {
  // Safari tells of the Enter that ends a composition only by this code
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return 'nothing';
  if (event.ctrlKey || event.metaKey || event.altKey) return 'line';
  return event.shiftKey || isTouch ? 'nothing' : 'send';
}

/** A line break at the caret. By the old command it can be undone with Ctrl Z; without it, it is put in all the same. */
function putLine(area: HTMLTextAreaElement | null, setText: (text: string) => void) {
  if (area && document.execCommand('insertText', false, '\n')) setText(area.value);
  else putIn(area, '\n', setText);
}

/** Whether fingers do the pointing: then the keyboard covers half the screen, and comes only when it is asked for. */
export function isTouch() {
  return matchMedia('(hover: none) and (pointer: coarse)').matches;
}
