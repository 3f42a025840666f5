import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Core } from './core.ts';
import type { Listing } from './listing.ts';
import { withMessage } from './stretch.ts';
import { withoutTypist } from './typists.ts';

/** What the member sent is with the server, by the name it was sent under. */
export type OnSent = (key: string, message: ChatMessage) => void;
export type TakeIn = ReturnType<typeof createTakeIn>;

/** Puts a message that is new or has changed wherever it shows. */
export function createTakeIn(core: Core, listing: Listing, onSent: OnSent) {
  return (message: ChatMessage) => {
    core.recent.add(message);
    core.clock.seen(message.createdAt);
    const { open, typists } = core.box.get();
    core.box.set({
      open: open?.room.id === message.roomId ? { ...open, stretch: withMessage(open.stretch, message) } : open,
      typists: withoutTypist(typists, message.roomId, message.sender.id),
    });
    listing.spoken(message);
    if (message.key !== null && message.sender.id === core.meId) onSent(message.key, message);
  };
}
