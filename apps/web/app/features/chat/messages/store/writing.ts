import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Chat } from '../chat.ts';
import type { Core } from './core.ts';
import { writeDraft } from './drafts-kept.ts';
import { lineOf } from './message-line.ts';
import { Sender } from './sender.ts';

/** What the member writes: drafts, and messages on their way. */
export function createWriting(core: Core, onMessage: (message: ChatMessage) => void) {
  const { box, meId } = core;
  const sender = new Sender(core, onMessage);

  function keepDraft(roomId: number, text: string) {
    if (meId !== 0) box.set({ drafts: writeDraft(meId, roomId, text) });
  }

  function send({ text, picture, quote }: Parameters<Chat['send']>[0]) {
    const { open } = box.get();
    if (!open) return;
    sender.send({ roomId: open.room.id, text, picture, quote: quote ? quoteOf(quote) : null });
    keepDraft(open.room.id, '');
  }

  return {
    sender,
    moves: {
      send,
      keepDraft,
      retry: (key: string) => sender.retry(key),
      drop(key: string) {
        sender.drop(key);
        sender.wake(); // what waited behind it goes on
      },
    },
  };
}

function quoteOf(message: ChatMessage): ChatMessage['quote'] {
  const isGone = message.state === 'withdrawn' || message.state === 'removed';
  const { text } = lineOf(message, 0);
  const { id: senderId, nickname: sender } = message.sender;
  return { id: message.id, senderId, sender, text, isPicture: message.picture !== null, isGone, isBlocked: false };
}
