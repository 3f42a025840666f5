import type { ArticleContent } from '@mojian/contract/content/article-content';
import { type Failure, isFailure } from '@mojian/contract/platform/failures';
import { blankContent } from '../context.ts';
import { type Around, type Begun, Manuscript } from './draft-session.ts';
import { dropEntry, type Entry, listEntries, newKey, type Place, takeUp } from './local-copy.ts';
import type { DraftCalls } from './server-copy.ts';
import { Seat } from './tab-lock.ts';

export type Desk = {
  manuscript: Manuscript;
  /** What the server had, where something newer was found in this browser. */
  before: ArticleContent | null;
  /** It is written here, and in no other tab. */
  isMine: boolean;
  /** Has the other tab hand it over, and goes on with what it had. */
  take: () => void;
};

type Opened =
  | { is: 'opening' }
  | { is: 'failed' }
  | { is: 'missing'; failure: Failure; entry: Entry | undefined }
  | { is: 'open'; desk: Desk };

type Sitting = { seat: Seat; manuscript?: Manuscript; isReader?: boolean };

/** Puts articles on the desk, one at a time, each in one tab of the browser. */
export class Opener {
  opened: Opened = { is: 'opening' };
  #member: number;
  #around: Around;
  #sitting: Sitting | undefined;
  #tell: () => void = () => {};

  constructor(member: number, around: Around) {
    this.#member = member;
    this.#around = around;
  }

  watch = (tell: () => void) => {
    this.#tell = tell;
    return () => {
      this.#tell = () => {};
    };
  };

  /** The article of this number, or a new one; what lies there already stays. */
  ask(id: number | undefined) {
    const present = this.#sitting?.manuscript?.sender.place;
    if (present && (present.id ?? undefined) === id) return;
    if (id === undefined) this.begin(beginNew(this.#member));
    else void this.#load(id);
  }

  /** Something this browser knows all of. */
  begin(begun: Begun) {
    const sitting = this.#sit(begun.place);
    this.#show({ is: 'open', begun, before: null }, sitting, true);
    void sitting.seat.sit().then((isMine) => sitting === this.#sitting && !isMine && this.#onlyRead());
  }

  /** What there is by now: of the same article. */
  again(id?: number) {
    const place = this.#sitting?.manuscript?.sender.place;
    this.#sitting?.seat.leave({ silently: true });
    const known = place?.id ?? id;
    if (known !== undefined) return void this.#load(known);
    void listEntries(this.#member).then((entries) => {
      const entry = entries.find(({ key }) => key === place?.key);
      this.begin(entry ? goOn(entry) : beginNew(this.#member));
    });
  }

  /** Goes on here, if this tab only read and no other has it by now. */
  async resume() {
    const sitting = this.#sitting;
    if (!sitting?.isReader) return;
    if ((await sitting.seat.sit()) && sitting === this.#sitting) this.again();
  }

  /** The page is going, and may come back. */
  free() {
    if (!this.#sitting) return;
    this.#sitting.seat.free();
    this.#sitting.isReader = true;
  }

  close() {
    this.#sitting?.manuscript?.stop();
    this.#sitting?.seat.leave();
    this.#sitting = undefined;
  }

  async #load(id: number) {
    const sitting = this.#sit({ id, key: newKey() });
    this.#set({ is: 'opening' });
    const arriving = openArticle(this.#around.calls, this.#member, id);
    const [opening, isMine] = await Promise.all([arriving, sitting.seat.sit()]);
    if (sitting === this.#sitting) this.#show(opening, sitting, isMine);
  }

  #show(opening: Opening, sitting: Sitting, isMine: boolean) {
    if (opening.is !== 'open') return this.#set(opening);
    const manuscript = new Manuscript(opening.begun, this.#around);
    if (!isMine) manuscript.stop();
    sitting.manuscript = manuscript;
    sitting.isReader = !isMine;
    const take = () => void sitting.seat.take().then(() => this.again());
    this.#set({ is: 'open', desk: { manuscript, before: opening.before, isMine, take } });
  }

  #sit(place: Pick<Place, 'id' | 'key'>) {
    this.close();
    const sitting: Sitting = {
      seat: new Seat(this.#member, {
        place: () => sitting.manuscript?.sender.place ?? place,
        give: () => this.#handOver(sitting),
        freed: () => document.visibilityState === 'visible' && void this.resume(),
      }),
    };
    this.#sitting = sitting;
    return sitting;
  }

  /** All of it is in the journal; most of the time it also gets to the server. */
  async #handOver({ manuscript }: Sitting) {
    this.#onlyRead();
    await manuscript?.flush();
    manuscript?.stop();
  }

  #onlyRead() {
    if (this.#sitting) this.#sitting.isReader = true;
    if (this.opened.is === 'open') this.#set({ is: 'open', desk: { ...this.opened.desk, isMine: false } });
  }

  #set(opened: Opened) {
    this.opened = opened;
    this.#tell();
  }
}

type Opening =
  /** `before`: what the server had, where this browser had something newer and it was taken. */
  | { is: 'open'; begun: Begun; before: ArticleContent | null }
  /** It is not there, or lies in the trash. `entry`: what this browser still has of it. */
  | { is: 'missing'; failure: Failure; entry: Entry | undefined }
  | { is: 'failed' };

/** A member's article as it is to be gone on with: the newest of what the server and this browser have. */
async function openArticle(calls: Pick<DraftCalls, 'mine'>, member: number, id: number): Promise<Opening> {
  const kept = listEntries(member).then((entries) => entries.find((entry) => entry.id === id));
  try {
    const draft = await calls.mine({ query: { id } });
    const entry = await kept;
    const { content, version, from } = takeUp(draft, entry);
    if (entry && from === 'server') await dropEntry(entry.name);
    const place = { id, key: entry?.key ?? `article-${id}`, version };
    const theirs = from === 'stale' ? draft : null;
    const begun = { member, place, content, draft, sent: null, isSaved: from === 'server', theirs };
    return { is: 'open', begun, before: from === 'journal' ? draft.content : null };
  } catch (error) {
    return withoutServer(isFailure(error) ? error : undefined, await kept);
  }
}

function withoutServer(failure: Failure | undefined, entry: Entry | undefined): Opening {
  if (failure?.id === 'gone' || failure?.id === 'not-found') return { is: 'missing', failure, entry };
  if (!entry || failure?.id !== 'unavailable') return { is: 'failed' };
  return { is: 'open', begun: goOn(entry), before: null };
}

/** From what this browser has, which knows what it goes on from. */
export function goOn({ member, id, key, version, content, sent }: Entry): Begun {
  return { member, place: { id, key, version }, content, draft: null, sent, isSaved: false, theirs: null };
}

/** An article nothing is known of yet, or one with a text that lost its own. */
export function beginNew(member: number, content = blankContent): Begun {
  const place = { id: null, key: newKey(), version: null };
  return { member, place, content, draft: null, sent: null, isSaved: content === blankContent, theirs: null };
}
