import { isFailure } from '@mojian/contract/failures';
import type { Stretch } from '../chat.ts';
import type { Core } from './core.ts';
import { nothingKnown, withMessages, withPage } from './stretch.ts';

type Found = 'there' | 'gone' | 'lost';

export type History = ReturnType<typeof createHistory>;

/** Fetches what was said in the open room, page by page. */
export function createHistory(core: Core) {
  const { box, source, recent } = core;
  let turn = 0;
  let cursors: { older: string | null; newer: string | null } = { older: null, newer: null };

  const setStretch = (change: Partial<Stretch>) => {
    const { open } = box.get();
    if (open) box.set({ open: { ...open, stretch: { ...open.stretch, ...change } } });
  };

  /** The newest page, or the one around a message, in place of what was there. */
  async function load(around?: number): Promise<Found> {
    const roomId = box.get().open?.room.id;
    if (roomId === undefined) return 'lost';
    turn += 1;
    const mine = turn;
    setStretch({ isLoading: 'all', failed: false });
    try {
      const place = around === undefined ? {} : { around };
      const { answer, since } = await recent.during(() => source.page(roomId, place));
      if (mine !== turn) return 'lost';
      cursors = answer;
      const ends = { hasOlder: answer.older !== null, hasNewer: answer.newer !== null };
      const page = { ...nothingKnown, messages: answer.records, ...ends };
      setStretch(withMessages(page, since.filter(isHere(roomId))));
      return 'there';
    } catch (error) {
      const isGone = isFailure(error) && error.id === 'not-found';
      if (mine === turn) setStretch({ isLoading: null, failed: around === undefined || !isGone });
      return isGone ? 'gone' : 'lost';
    }
  }

  async function more(end: 'older' | 'newer') {
    const { open } = box.get();
    const cursor = cursors[end];
    if (!open || open.stretch.isLoading || cursor === null) return;
    const mine = turn;
    setStretch({ isLoading: end, failed: false });
    try {
      const place = end === 'older' ? { before: cursor } : { after: cursor };
      const { answer, since } = await recent.during(() => source.page(open.room.id, place));
      const now = box.get().open;
      if (mine !== turn || !now) return;
      cursors = { ...cursors, [end]: answer[end] };
      const joined = withPage(now.stretch, end, answer.records, answer[end] !== null);
      setStretch(withMessages(joined, since.filter(isHere(open.room.id))));
    } catch {
      if (mine === turn) setStretch({ isLoading: null, failed: true });
    }
  }

  const isHere = (roomId: number) => (message: { roomId: number }) => message.roomId === roomId;

  return {
    load,
    more,
    /** The room is left: what is on its way for it comes too late. */
    forget: () => {
      turn += 1;
    },
  };
}
