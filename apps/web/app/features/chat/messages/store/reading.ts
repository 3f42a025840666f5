import type { ChatMessage } from '@mojian/contract/chat/messages';
import { CatchUp } from './catch-up.ts';
import type { Core } from './core.ts';
import { createHearing } from './hearing.ts';
import { History } from './history.ts';
import { Listing } from './listing.ts';
import { Opening } from './opening.ts';
import { createTakeIn, type OnSent } from './take-in.ts';

type Tell = { onSent: OnSent; onResumed: () => void };

export type Reading = ReturnType<typeof createReading>;

/** Rooms and what is said in them: fetched, heard, and fetched again where something was missed. */
export function createReading(core: Core, { onSent, onResumed }: Tell) {
  const { box, sequence, around, left, meId } = core;
  const listing = new Listing(core);
  const history = new History(core);
  const opening = new Opening({ core, listing, history });
  const takeIn = createTakeIn(core, listing, onSent);
  const catchUp = new CatchUp({ core, listing, history, takeIn });
  const hear = createHearing({ core, listing, takeIn, catchUp, onResumed: resume });

  /** What failed while there was no connection is tried again with it. */
  function resume() {
    opening.again();
    listing.askSoon();
    onResumed();
  }

  return {
    history,
    listing,
    /** A reply to the member's own call. */
    told: (message: ChatMessage) => {
      if (sequence.told(message.seq)) takeIn(message);
    },
    start() {
      const showConnection = () => box.set({ connection: around.connection() });
      left.addEventListener('abort', around.listen(meId === 0 ? ['group'] : ['group', 'presence', 'me'], hear));
      left.addEventListener('abort', around.watchConnection(showConnection));
      void listing.load().catch(() => {});
    },
    moves: {
      openRoom: opening.openRoom.bind(opening),
      seek: opening.seek.bind(opening),
      async reload() {
        await listing.load().catch(() => {});
        if (box.get().open?.stretch.failed) await history.load();
        else opening.again();
      },
      loadOlder: () => history.more('older'),
      loadNewer: () => history.more('newer'),
      async toNewest() {
        if (box.get().open?.stretch.hasNewer) await history.load();
      },
    },
  };
}
