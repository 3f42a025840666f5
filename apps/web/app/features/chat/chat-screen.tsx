import type { ChatParts } from './chat-parts.ts';

type Props = { parts: ChatParts; userId: number | undefined; messageId: number | undefined };

/** The rooms, and the one that is open. */
export function ChatScreen(_props: Props) {
  return <main id="main" className="chat" aria-busy="true" />;
}
