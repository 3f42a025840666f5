import type { ChatMessage } from '@mojian/contract/chat';

/** What the flow asks of the composer below it. */
export type Composing = {
  quote: (message: ChatMessage) => void;
  /** Puts the words of a withdrawn message back to be written anew. */
  editAgain: (text: string) => void;
};
