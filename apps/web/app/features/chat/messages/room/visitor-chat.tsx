import { useEffect } from 'react';
import { askToLogIn } from '../../../core/asks-login/ask-to-log-in.ts';
import type { ChatDeps } from '../chat.ts';
import { ChatWaiting } from '../chat-waiting.tsx';
import { Flow } from '../flow/flow.tsx';
import { useChat } from '../store/use-chat.ts';
import { ConnectionLine, ConversationHead } from './conversation-head.tsx';

const toLogIn = { quote: askToLogIn, call: askToLogIn, putBack: askToLogIn };

/** The group for visitors, where it is open to all. */
export function VisitorChat({ deps, messageId }: { deps: ChatDeps; messageId: number | undefined }) {
  const options = useChat(deps);
  const chat = options?.chat;
  useEffect(() => {
    void chat?.openRoom(undefined, messageId);
  }, [chat, messageId]);
  if (!options?.state.open) return <ChatWaiting isTalking />;
  const { state } = options;
  const { open } = options.state;
  return (
    <main id="main" className="chat-screen chat-screen-for-visitors" data-shows="talk">
      <h1 className="visually-hidden">聊天室</h1>
      <section className="conversation column" aria-label={deps.groupName}>
        <ConversationHead room={{ ...open.room, name: open.room.name || deps.groupName }} entries={[]} />
        <ConnectionLine connection={state.connection} />
        <Flow chat={options.chat} open={open} state={state} me={null} toWrite={toLogIn} />
        <div className="conversation-join row justify-center row-wrap sub">
          <p>坐下来看看吧。想说句话，要先登录。</p>
          <button className="btn btn-seal" type="button" onClick={askToLogIn}>
            登录
          </button>
        </div>
      </section>
    </main>
  );
}
