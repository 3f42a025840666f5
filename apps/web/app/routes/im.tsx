import { lazy, Suspense, useMemo } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { MembersFrame } from '../features/asks-login/members-frame.tsx';
import { MembersOnly } from '../features/asks-login/members-only.tsx';
import type { ChatParts } from '../features/chat/chat-parts.ts';
import { httpApi, loadApi } from '../http-api.ts';
import { useUser } from '../session.ts';
import { siteFrom } from '../shell/page-meta.ts';
import { uploadPicture } from '../upload.ts';

const ChatScreen = lazy(() =>
  import('../features/chat/chat-screen.tsx').then((part) => ({ default: part.ChatScreen })),
);

export const meta: MetaFunction = ({ matches }) => [
  { title: siteFrom(matches)?.name ?? '' },
  { name: 'robots', content: 'noindex' },
];

const frame = { title: '聊天室', line: '围着一壶茶，说几句不必写下来的话。' };

export default function ChatRoute() {
  const [query] = useSearchParams();
  const me = useUser();
  const parts: ChatParts | undefined = useMemo(
    () => (me ? { me, groupName: '', calls: httpApi, reading: loadApi, upload: uploadPicture } : undefined),
    [me],
  );
  return (
    <MembersOnly
      {...frame}
      reason="登录之后，可以进茶座聊天，也可以和一个人单独说话。"
      instead={{ to: '/message', words: '看看留言板' }}
      waiting={<MembersFrame {...frame} />}
    >
      {() =>
        parts && (
          <Suspense fallback={<main id="main" className="chat" aria-busy="true" />}>
            <ChatScreen
              key={parts.me?.id}
              parts={parts}
              userId={numberIn(query, 'userId')}
              messageId={numberIn(query, 'message')}
            />
          </Suspense>
        )
      }
    </MembersOnly>
  );
}

function numberIn(query: URLSearchParams, name: string) {
  const asked = query.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined;
}
