import type { ChatMessage } from '@mojian/contract/chat/messages';
import { longestChat } from '@mojian/contract/platform/rules';
import { type RefObject, useState } from 'react';
import { toast } from '../../../../ui/toast.ts';
import type { Chat, ChatState } from '../chat.ts';
import { useChosen } from './use-chosen.ts';

type Given = {
  chat: Chat;
  drafts: ChatState['drafts'];
  roomId: number;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** What is being written in a room: words, pictures and what they answer to. The words are kept as a draft. */
export function useWriting({ chat, drafts, roomId, field }: Given) {
  const [text, keepText] = useState(() => drafts.get(roomId) ?? '');
  const [quote, setQuote] = useState<ChatMessage>();
  const pictures = useChosen();
  const setText = (next: string) => {
    keepText(next);
    chat.keepDraft(roomId, next);
    if (next.trim()) chat.typing();
  };
  const letters = Array.from(text.trim()).length;
  const isEmpty = letters === 0 && pictures.chosen.length === 0;

  const send = () => {
    if (isEmpty) return;
    if (letters > longestChat) return toast('warning', `消息不能超过 ${longestChat} 个字`);
    for (const given of inParts(
      text.trim(),
      pictures.chosen.map(({ file }) => file),
      quote,
    ))
      chat.send(given);
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
    letters,
    isEmpty,
    isOver: letters > longestChat,
    send,
  };
}

/** A message holds words or one picture or both: words go with a single picture, and after several. */
function inParts(text: string, files: File[], quote: ChatMessage | undefined) {
  const [picture, ...others] = files;
  const answering = quote && { quote };
  if (!picture) return [{ text, ...answering }];
  if (others.length === 0) return [{ text, picture, ...answering }];
  const pictures = [{ text: '', picture, ...answering }, ...others.map((other) => ({ text: '', picture: other }))];
  return text ? [...pictures, { text }] : pictures;
}
