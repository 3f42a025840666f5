import type { ChatMessage, ChatPerson, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/sessions';
import type { Upload } from '@mojian/contract/core/uploads';
import type { CallsOf } from '../../../api/calls.ts';

/** Message that the server does not have yet. `share`: uploaded part of its picture, from 0 to 1. */
export type Unsent = {
  key: string;
  roomId: number;
  text: string;
  /** An address that shows it here, and its size: 0 by 0 until the browser has looked at it. */
  picture: { url: string; width: number; height: number } | null;
  quote: ChatMessage['quote'];
  createdAt: string;
  /** `waiting`: it did not go, and is tried again by itself. */
  state: 'sending' | 'waiting' | 'failed';
  share: number | null;
  /** Why it did not go, in Chinese. */
  why: string;
  /** Whether trying again may help. */
  mayRetry: boolean;
};

/** Loaded messages of a room: a contiguous range, oldest first. */
export type Timeline = {
  messages: ChatMessage[];
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: 'older' | 'newer' | 'all' | null;
  failed: boolean;
};

export type OpenRoom = {
  room: Room;
  timeline: Timeline;
  unsent: Unsent[];
  /** Other members who are typing now. */
  typing: ChatPerson[];
  /** The first message that was unread when the room was opened: 以下是新消息 stands above it. */
  unreadFrom: number | null;
  /** The message that was sought, as from a notice or the search: it is brought into sight once. */
  sought: number | null;
};

export type ChatState = {
  /** In their order; undefined until they are known. */
  rooms: Room[] | undefined;
  failed: boolean;
  /** A room was asked for and is not known yet, as on the way to a new private one. */
  opening: boolean;
  open: OpenRoom | undefined;
  /** Unsent drafts by room: [草稿] in the list. */
  drafts: ReadonlyMap<number, string>;
  blocked: ReadonlySet<number>;
  preferences: ChatPreferences;
  /** `lost`: what others say does not come at the moment; it is fetched once the connection is back. */
  connection: 'connecting' | 'live' | 'lost';
};

/**
 * The chat as its parts use it. What fails says so in a toast and returns false. A visitor has one too, with the group
 * alone, where acting asks them to log in.
 */
export type Chat = {
  /** Reads the server's clock, in milliseconds: the device's own may be wrong. */
  now: () => number;
  state: () => ChatState;
  watch: (onChange: () => void) => () => void;
  /**
   * With a message and no room, and for a visitor: the group. With nothing: none is open. `unreadFrom` is fixed here.
   */
  openRoom: (which: { roomId: number } | { userId: number } | undefined, messageId?: number) => Promise<void>;
  reload: () => Promise<void>;
  loadOlder: () => Promise<void>;
  loadNewer: () => Promise<void>;
  seek: (messageId: number) => Promise<void>;
  toNewest: () => Promise<void>;
  /** Shows it at once and sends it; `picture` is uploaded first. Kept over a reload until it is sent or dropped. */
  send: (options: { text: string; picture?: File; quote?: ChatMessage }) => void;
  keepDraft: (roomId: number, text: string) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
  withdraw: (message: ChatMessage) => Promise<boolean>;
  hide: (message: ChatMessage) => Promise<boolean>;
  release: (message: ChatMessage) => Promise<boolean>;
  report: (message: ChatMessage, reason: string) => Promise<boolean>;
  /** The message is in sight of somebody who looks: everything up to it is read. */
  seen: (messageId: number) => void;
  typing: () => void;
  deleteRoom: (roomId: number) => Promise<boolean>;
  mute: (roomId: number, muted: boolean) => Promise<boolean>;
  accept: (roomId: number) => Promise<boolean>;
  block: (userId: number) => Promise<boolean>;
  unblock: (userId: number) => Promise<boolean>;
  setPreferences: (change: Partial<ChatPreferences>) => Promise<boolean>;
  /** Ends timers and listening. */
  leave: () => void;
};

/** Dependencies passed by the route: calls with and without toasts, and the picture upload. */
export type ChatDeps = {
  /** Null for a visitor, who may read a group that is open to all. */
  me: Me | null;
  /** Name of the group, for visitors, who have no list of rooms. */
  groupName: string;
  calls: CallsOf<'chat'>;
  reading: CallsOf<'chat'>;
  upload: (file: Blob, options: { onProgress?: (share: number) => void; signal?: AbortSignal }) => Promise<Upload>;
};
