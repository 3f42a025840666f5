import type { ChatMessage } from '@mojian/contract/chat/messages';

export type Recent = ReturnType<typeof createRecent>;

/** Remembers what is heard while a question is on its way: its answer may be older than that. */
export function createRecent() {
  let asking = 0;
  let recent: ChatMessage[] = [];
  return {
    add(message: ChatMessage) {
      if (asking > 0) recent.push(message);
    },
    /** The answer, and what was heard since the question. */
    async during<Answer>(ask: () => Promise<Answer>): Promise<{ answer: Answer; since: ChatMessage[] }> {
      asking += 1;
      const from = recent.length;
      try {
        const answer = await ask();
        return { answer, since: recent.slice(from) };
      } finally {
        asking -= 1;
        if (asking === 0) recent = [];
      }
    },
  };
}
