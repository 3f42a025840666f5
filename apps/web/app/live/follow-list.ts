import type { LiveEvent } from '@mojian/client/live-stream';
import type { NewestAnswers } from './newest-answers.ts';

/** Ids that events and looks told of: rows that came, and rows that went and have not come back. */
export type Heard = { fresh: ReadonlySet<number>; gone: ReadonlySet<number> };

export const nothingHeard: Heard = { fresh: new Set(), gone: new Set() };

/** Describes how a noun's list follows its topic. */
export type LiveList<Rows> = {
  topic: string;
  /** Types of the events that name a new row, one that went, and one that changed. */
  events: { fresh: string; gone?: string; changed?: string };
  /** Milliseconds over which events are gathered; random where all readers look at once. */
  pause: () => number;
  /** Whether a new row is looked for, to be inserted; else it is only counted, and offered. */
  inserts: boolean;
  /** Whether the row is on the screen. */
  knows: (id: number) => boolean;
  /** Loads the newest rows, after each opening of the stream. */
  look: () => Promise<Rows>;
  /** Takes them in. Returns ids that are new to the list, and those of shown rows that are missing. */
  onLooked: (rows: Rows, heard: Heard) => { fresh?: number[]; gone?: number[] };
  onGone?: (id: number) => void;
  /** Called for a shown row that changed, or was published. */
  onChanged?: (id: number) => void;
};

type Following<Rows> = {
  list: () => LiveList<Rows>;
  answers: NewestAnswers;
  onHeard: (heard: Heard) => void;
};

/** Follows a list by the events of its topic. */
export class FollowedList<Rows> {
  readonly #deps: Following<Rows>;
  #heard = nothingHeard;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLookDue = false;
  #isOver = false;
  readonly #fresh = new Set<number>();
  readonly #changed = new Set<number>();

  constructor(deps: Following<Rows>) {
    this.#deps = deps;
  }

  hear({ type, id }: Pick<LiveEvent, 'type' | 'id'>) {
    const { events, knows, inserts, pause } = this.#deps.list();
    if (type === events.gone) {
      this.#deps.answers.change();
      return this.#lose(id);
    }
    if ((type === events.fresh || type === events.changed) && knows(id)) this.#changed.add(id);
    else if (type === events.fresh) this.#fresh.add(id);
    else if (type !== 'resumed') return;
    this.#isLookDue ||= type === 'resumed' || (inserts && this.#fresh.size > 0);
    this.#timer ??= setTimeout(() => this.#flush(), pause());
  }

  /** Looks at the list again at once. @throws if it cannot be loaded */
  async look() {
    const { list, answers } = this.#deps;
    const rows = await answers.ask('list', () => list().look());
    if (rows === undefined || this.#isOver) return;
    const { fresh = [], gone = [] } = list().onLooked(rows, this.#heard);
    for (const id of gone) this.#lose(id);
    if (fresh.length > 0) this.#become(withFresh(this.#heard, fresh));
  }

  /** Forgets the new rows, as they are shown now. */
  clear() {
    this.#become({ ...this.#heard, fresh: nothingHeard.fresh });
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #flush() {
    this.#timer = undefined;
    const { knows, onChanged } = this.#deps.list();
    if (this.#fresh.size > 0) this.#become(withFresh(this.#heard, this.#fresh));
    for (const id of this.#changed) if (knows(id)) onChanged?.(id);
    if (this.#isLookDue) this.look().catch(() => {}); // the next event or opening tries again
    this.#fresh.clear();
    this.#changed.clear();
    this.#isLookDue = false;
  }

  #lose(id: number) {
    this.#fresh.delete(id);
    this.#become(withGone(this.#heard, id));
    this.#deps.list().onGone?.(id);
  }

  #become(heard: Heard) {
    this.#heard = heard;
    this.#deps.onHeard(heard);
  }
}

/** Leaves the set of gone rows the same when none came back, so that what depends on it stays. */
function withFresh({ fresh, gone }: Heard, ids: Iterable<number>): Heard {
  const came = new Set(ids);
  const left = [...gone].filter((id) => !came.has(id));
  return { fresh: new Set([...fresh, ...came]), gone: left.length < gone.size ? new Set(left) : gone };
}

function withGone({ fresh, gone }: Heard, id: number): Heard {
  return { fresh: new Set([...fresh].filter((one) => one !== id)), gone: new Set([...gone, id]) };
}

/** Ids of rows that newer ones lack; `isWithin` leaves out those that may lie beyond what was loaded. */
export function missing<Row extends { id: number }>(shown: Row[], newer: Row[], isWithin: (row: Row) => boolean) {
  const present = new Set(newer.map(({ id }) => id));
  return shown.filter((row) => isWithin(row) && !present.has(row.id)).map(({ id }) => id);
}
