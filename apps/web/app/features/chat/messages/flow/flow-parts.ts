import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';

/** What the flow asks of where its reader writes. */
export type ToWrite = {
  /** Answers this one. */
  quote: (message: ChatMessage) => void;
  /** Puts `@name` into the text. */
  call: (person: ChatPerson) => void;
  /** Puts back what was withdrawn. */
  putBack: (text: string) => void;
};

/** What a row may ask for; the same object as long as the room is open. */
export type RowActs = {
  openMenu: (message: ChatMessage, from: HTMLElement, at: { x: number; y: number } | null, byTouch?: boolean) => void;
  seek: (messageId: number) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
  release: (message: ChatMessage) => void;
  editAgain: (text: string) => void;
};
