import type { ChatMessage, ChatPerson, ChatPreferences, Room } from '@mojian/contract/chat/messages';
import type { Me } from '@mojian/contract/core/sessions';
import type { CallsOf } from '../../../api/calls.ts';
import type { UploadPicture } from '../../core/uploads/upload.ts';

/** Message that the server does not have yet. `share`: uploaded part of its picture, from 0 to 1. */
export type Unsent = {
  key: string;
  roomId: number;
  text: string;
  /** Object URL and size; 0 by 0 until it is decoded. */
  picture: { url: string; width: number; height: number } | null;
  quote: ChatMessage['quote'];
  createdAt: string;
  /** `waiting`: failed, and retried automatically. */
  state: 'sending' | 'waiting' | 'failed';
  share: number | null;
  /** Reason of the failure, in Chinese. */
  why: string;
  /** Whether a retry may succeed. */
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
  typing: ChatPerson[];
  /** First unread message when the room was opened: 以下是新消息 is shown above it. */
  unreadFrom: number | null;
  /** Message to scroll to, once, as from a notice or the search. */
  sought: number | null;
};

export type ChatState = {
  /** Sorted; undefined until loaded. */
  rooms: Room[] | undefined;
  failed: boolean;
  /** A room is being opened and not known yet, such as a new private one. */
  opening: boolean;
  open: OpenRoom | undefined;
  /** Unsent drafts by room, shown as [草稿] in the list. */
  drafts: ReadonlyMap<number, string>;
  blocked: ReadonlySet<number>;
  preferences: ChatPreferences;
  /** `lost`: no live events; they are caught up on after reconnecting. */
  connection: 'connecting' | 'live' | 'lost';
};

/**
 * The store as components use it. Failures show a toast and return false. Visitors have one with the group alone, where
 * actions ask for a login.
 */
export type Chat = {
  /** Server time in milliseconds, as device clocks may be wrong. */
  now: () => number;
  state: () => ChatState;
  watch: (onChange: () => void) => () => void;
  /**
   * A message without a room is in the group, where visitors always are; nothing closes the room. Fixes `unreadFrom`.
   */
  openRoom: (which: { roomId: number } | { userId: number } | undefined, messageId?: number) => Promise<void>;
  reload: () => Promise<void>;
  loadOlder: () => Promise<void>;
  loadNewer: () => Promise<void>;
  seek: (messageId: number) => Promise<void>;
  toNewest: () => Promise<void>;
  /** Shows the message at once and sends it after uploading `picture`. Survives a reload until sent or dropped. */
  send: (options: { text: string; picture?: File; quote?: ChatMessage }) => void;
  keepDraft: (roomId: number, text: string) => void;
  retry: (key: string) => void;
  drop: (key: string) => void;
  withdraw: (message: ChatMessage) => Promise<boolean>;
  hide: (message: ChatMessage) => Promise<boolean>;
  release: (message: ChatMessage) => Promise<boolean>;
  report: (message: ChatMessage, reason: string) => Promise<boolean>;
  /** Drops the oldest of more messages than the page keeps, while the reader follows the end; scrolling up loads them again. */
  dropOldest: () => void;
  /** Bounds the messages of a hidden page: the newest above the limit are dropped, and loaded when the reader scrolls down. */
  capNewMessages: () => void;
  /** The message is visible to the reader: everything up to it is read. */
  seen: (messageId: number) => void;
  typing: () => void;
  deleteRoom: (roomId: number) => Promise<boolean>;
  mute: (roomId: number, muted: boolean) => Promise<boolean>;
  accept: (roomId: number) => Promise<boolean>;
  block: (userId: number) => Promise<boolean>;
  unblock: (userId: number) => Promise<boolean>;
  setPreferences: (change: Partial<ChatPreferences>) => Promise<boolean>;
  /** Clears timers and subscriptions. */
  leave: () => void;
};

/** Dependencies passed by the route: calls with and without toasts, and the picture upload. */
export type ChatDeps = {
  /** Null for visitors, who may read a group that is open to all. */
  me: Me | null;
  /** Name of the group, for visitors, who have no room list. */
  groupName: string;
  calls: CallsOf<'chat' | 'blocks'>;
  reading: CallsOf<'chat' | 'blocks'>;
  upload: UploadPicture;
};
