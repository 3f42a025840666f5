import { lazy, Suspense, useMemo } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { httpApi, loadApi } from '../api/http-api.ts';
import { inBrowser, readId } from '../api/load.ts';
import { onServer } from '../api/load-on-server.ts';
import { loadWhenOn } from '../api/load-when-on.ts';
import { uploadPicture } from '../api/upload.ts';
import type { ChatDeps } from '../features/chat/messages/chat.ts';
import { ChatWaiting } from '../features/chat/messages/chat-waiting.tsx';
import { MembersOnly, useElsewhere, useLoginState } from '../features/core/asks-login/asks-login.tsx';
import { useUser } from '../session/session.ts';
import { siteFrom, useSite } from '../shell/page-meta.ts';
import { useHas } from '../site/features-on.ts';

const ChatScreen = lazy(() =>
  import('../features/chat/messages/chat-screen.tsx').then((part) => ({ default: part.ChatScreen })),
);
const VisitorChat = lazy(() =>
  import('../features/chat/messages/room/visitor-chat.tsx').then((part) => ({ default: part.VisitorChat })),
);

const load = loadWhenOn(['group', 'privateChat']);
export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export const meta: MetaFunction = ({ matches }) => {
  const name = siteFrom(matches)?.name;
  return [{ title: name ? `聊天室 · ${name}` : '聊天室' }, { name: 'robots', content: 'noindex' }];
};

const frame = {
  title: '聊天室',
  line: '围着一壶茶，说几句不必写下来的话。',
};

/** Reason to log in, by the features that are on. */
function reasonOf(has: ReturnType<typeof useHas>) {
  const rooms = [has('group') && '进聊天室聊天', has('privateChat') && '和一个人单独说话'].filter(Boolean);
  return `登录之后，可以${rooms.join('，也可以')}。`;
}

export default function ChatRoute() {
  const [query] = useSearchParams();
  const has = useHas();
  const elsewhere = useElsewhere();
  const { group, name } = useSite().chat;
  const login = useLoginState();
  const deps = useChatDeps(name);
  const userId = readId(query.get('userId'));
  const roomId = readId(query.get('room'));
  const messageId = readId(query.get('message'));
  const waiting = <ChatWaiting isTalking={(userId ?? roomId) !== undefined} />;
  if (has('group') && group === 'open' && login === 'visitor' && userId === undefined)
    return (
      <Suspense fallback={waiting}>
        <VisitorChat deps={deps} messageId={messageId} />
      </Suspense>
    );
  return (
    <MembersOnly {...frame} reason={reasonOf(has)} instead={elsewhere} asksAtOnce waiting={waiting}>
      {({ id }) => (
        <Suspense fallback={waiting}>
          <ChatScreen key={id} deps={deps} wanted={{ userId, roomId, messageId }} />
        </Suspense>
      )}
    </MembersOnly>
  );
}

/** Stable for the same person, whatever changes about them. */
function useChatDeps(groupName: string): ChatDeps {
  const me = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the member's id only
  return useMemo(
    () => ({ me, groupName, calls: httpApi, reading: loadApi, upload: uploadPicture }),
    [me?.id, groupName],
  );
}
