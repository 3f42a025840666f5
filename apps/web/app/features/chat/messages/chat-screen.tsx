import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSeenHeight } from '../../../ui/use-seen-height.ts';
import type { Chat, ChatDeps, ChatState } from './chat.ts';
import { ChatWaiting } from './chat-waiting.tsx';
import { Conversation, NoConversation } from './room/conversation.tsx';
import { useBadge, useRinging } from './room/ringing.ts';
import { useRoomActs } from './room/use-room-acts.tsx';
import { RoomsColumn } from './rooms/room-list.tsx';
import { useChat } from './store/use-chat.ts';

/** Room, member or message named in the address. */
type Wanted = { userId: number | undefined; roomId: number | undefined; messageId: number | undefined };

type Props = { deps: ChatDeps; wanted: Wanted };

/** Room list and open room side by side; on phones one of them. */
export function ChatScreen({ deps, wanted }: Props) {
  const options = useChat(deps);
  useSeenHeight();
  if (!options) return <ChatWaiting isTalking={isConversation(wanted)} />;
  return <Rooms {...options} deps={deps} wanted={wanted} />;
}

const isConversation = ({ userId, roomId, messageId }: Wanted) => (userId ?? roomId ?? messageId) !== undefined;

type RoomsProps = Props & { chat: Chat; state: ChatState };

function Rooms({ chat, state, deps, wanted }: RoomsProps) {
  const { rooms, open } = state;
  const navigate = useNavigate();
  const location = useLocation();
  const toRooms = () => navigate('/im', { replace: true, preventScrollReset: true });
  const acts = useRoomActs({
    chat,
    markRead: async ({ id }) => {
      await deps.calls.chat.read({ query: { roomId: id } }).catch(() => {}); // a toast was shown
      await chat.reload();
    },
    onDeleted: ({ id, peer }) => (id === wanted.roomId || peer?.id === wanted.userId) && toRooms(),
  });
  const isSelf = wanted.userId !== undefined && wanted.userId === deps.me?.id;
  const isTried = useOpening(chat, isSelf ? undefined : wanted, rooms);
  useBadge(rooms);
  useRinging(rooms);
  const goBack = () => (location.state?.fromRooms ? navigate(-1) : toRooms());
  return (
    <main
      id="main"
      className="chat-screen"
      data-shows={isConversation(wanted) ? 'talk' : 'rooms'}
      data-own-foot={isConversation(wanted) || undefined}
    >
      <h1 className="visually-hidden">聊天室</h1>
      <RoomsColumn chat={chat} state={state} deps={deps} acts={acts} />
      {acts.asking}
      {open && !isSelf ? (
        <Conversation chat={chat} state={state} open={open} deps={deps} acts={acts} goBack={goBack} />
      ) : (
        <NoConversation
          chat={chat}
          state={state}
          isSelf={isSelf}
          goBack={goBack}
          isWanted={isConversation(wanted)}
          isTried={isTried}
        />
      )}
    </main>
  );
}

/**
 * Opens the room of the address; in wide windows the first room by default. Returns whether it was tried, so that a
 * room that is still not open does not exist.
 */
function useOpening(chat: Chat, wanted: Wanted | undefined, rooms: ChatState['rooms']) {
  const isWide = useWide();
  const { key } = useLocation();
  const [home, setHome] = useState<number>();
  const [tried, setTried] = useState<string>();
  // stays at its room while others move up, unless it has left the list
  useEffect(() => {
    const first = rooms?.[0]?.id;
    setHome((before) => (rooms?.some(({ id }) => id === before) ? before : first));
  }, [rooms]);
  const { userId, roomId, messageId } = wanted ?? {};
  // a message may be searched for twice
  const name = [userId, roomId, messageId, messageId && key, isWide, home, wanted === undefined].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` changes whenever one of the ids does
  useEffect(() => {
    const which =
      roomOf(userId, roomId) ?? (wanted && isWide && messageId === undefined ? roomOf(undefined, home) : undefined);
    let isLatest = true;
    chat.openRoom(which, messageId).finally(() => isLatest && setTried(name));
    return () => {
      isLatest = false;
    };
  }, [chat, name]);
  return tried === name;
}

function roomOf(userId: number | undefined, roomId: number | undefined) {
  if (userId !== undefined) return { userId };
  return roomId === undefined ? undefined : { roomId };
}

/** Two columns from here on; the style sheet has the same breakpoint. */
const wide = '(min-width: 861px)';

function useWide() {
  return useSyncExternalStore(
    watch,
    () => matchMedia(wide).matches,
    () => true,
  );
}

function watch(onChange: () => void) {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
