import type { ChatPreferences, Room } from '@mojian/contract/chat/messages';
import type { ChatState, Stretch, Unsent } from '../chat.ts';
import { onlyShown } from './only-shown.ts';
import type { Typist } from './typists.ts';

/** All the store knows. Screens see a part of it, see `viewOf`. */
export type InnerState = {
  rooms: Room[] | undefined;
  failed: boolean;
  opening: boolean;
  /** `room` as it was last known: the list may have lost it. */
  open: { room: Room; stretch: Stretch; unreadFrom: number | null; sought: number | null } | undefined;
  typists: Typist[];
  unsent: Unsent[];
  drafts: ReadonlyMap<number, string>;
  blocked: ReadonlySet<number>;
  /** Messages the member has deleted for themselves since the start. */
  hidden: ReadonlySet<number>;
  preferences: ChatPreferences;
  connection: ChatState['connection'];
};

export type Box = ReturnType<typeof createBox>;

/** Holds the state, and tells whoever watches when it changes. */
export function createBox(first: Partial<InnerState> = {}) {
  let inner: InnerState = { ...nothingYet, ...first };
  let view = viewOf(inner);
  const watchers = new Set<() => void>();
  return {
    get: () => inner,
    view: () => view,
    set(change: Partial<InnerState>) {
      inner = { ...inner, ...change };
      view = viewOf(inner);
      for (const tell of watchers) tell();
    },
    watch(onChange: () => void) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}

const nothingYet: InnerState = {
  rooms: undefined,
  failed: false,
  opening: false,
  open: undefined,
  typists: [],
  unsent: [],
  drafts: new Map(),
  blocked: new Set(),
  hidden: new Set(),
  preferences: { receipts: true, typing: true, presence: true },
  connection: 'connecting',
};

function viewOf({ open, typists, unsent, hidden, ...rest }: InnerState): ChatState {
  if (!open) return { ...rest, open: undefined };
  const room = rest.rooms?.find(({ id }) => id === open.room.id) ?? open.room;
  const here = ({ roomId }: { roomId: number }) => roomId === room.id;
  const sent = new Set(open.stretch.messages.map(({ key }) => key));
  return {
    ...rest,
    open: {
      ...open,
      room,
      stretch: onlyShown(open.stretch, room.kind === 'group' ? rest.blocked : none, hidden),
      unsent: unsent.filter((one) => here(one) && !sent.has(one.key)),
      typing: typists.filter(here).map(({ person }) => person),
    },
  };
}

const none: ReadonlySet<number> = new Set();
