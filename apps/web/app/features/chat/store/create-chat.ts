import type { Chat } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';

/** The chat of a member, or a visitor's. It starts at once and ends with `leave`. */
export function createChat(_parts: ChatParts): Chat {
  throw new Error('not there yet');
}
