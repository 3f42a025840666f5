import { createClient } from '@mojian/client';
import { sendByFetch } from '@mojian/client/fetch';
import { type LiveEvent, streamEvents } from '@mojian/client/live-stream';
import { api } from '@mojian/contract/all';
import type { Me } from '@mojian/contract/core/sessions';
import { createChat } from '../apps/web/app/features/chat/messages/store/create-chat.ts';
import { type Opened, Subscriptions } from '../apps/web/app/live/subscriptions.ts';
import type { Member } from './members.ts';

const openings = ['hello', 'reset', 'resumed'];

/** The chat as a browser runs it, without the browser: the same store, calls and stream, over a given address. */
export function chatClient(url: string, member: Pick<Member, 'id' | 'nickname'> | null, token: string | undefined) {
  const calls = createClient(api, sendByFetch({ base: url, token: () => token, onSignedOut: () => {}, log: () => {} }));
  const watchers = new Set<() => void>();
  const listener = new Subscriptions(() => {
    for (const tell of watchers) tell();
  });
  const upload = () => Promise.reject(new Error('no pictures here'));
  const me = member && ({ id: member.id, nickname: member.nickname } as Me);
  return createChat(
    { me, groupName: '', calls, reading: calls, upload },
    {
      listen: (topics, onEvent) => listenTo(`${url}/v1/stream`, { topics, onEvent, ear: listener, token }),
      connection: () => listener.state,
      watchConnection(onChange) {
        watchers.add(onChange);
        return () => void watchers.delete(onChange);
      },
      isLookedAt: () => true,
      watchVisibility: () => () => {},
      isStill: () => true,
      rememberBlocked: () => {},
    },
  );
}

type Listening = {
  topics: string[];
  onEvent: (event: LiveEvent) => void;
  ear: Subscriptions;
  token: string | undefined;
};

function listenTo(address: string, { topics, onEvent, ear: listener, token }: Listening) {
  const ending = new AbortController();
  listener.add(topics, onEvent);
  const query = new URLSearchParams(topics.filter((topic) => topic !== 'me').map((topic) => ['topic', topic]));
  void streamEvents(`${address}?${query}`, {
    token,
    signal: ending.signal,
    lastId: () => listener.lastId,
    onLost: () => listener.lost(),
    onEvent: (event) => {
      if (openings.includes(event.type)) listener.opened({ how: event.type as Opened['how'], topics, id: event.id });
      else listener.emit(event);
    },
  });
  return () => ending.abort();
}
