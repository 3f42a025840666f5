import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft, Saved } from '@mojian/contract/content/drafts';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import type { EditorParts } from '../editor-parts.ts';
import type { Place } from './entry.ts';
import type { Standing } from './standing.ts';
import { takeUp } from './take-up.ts';

/** A text as it was at one moment: `edition` counts the changes in this browser. */
export type Letter = { content: ArticleContent; edition: number };
export type Outcome = { arrived: number } | { standing: Standing };
export type DraftCalls = Pick<EditorParts['reading']['drafts'], 'create' | 'save' | 'mine'>;

type Begun = { place: Place; draft: Draft | null; sent: ArticleContent | null };

/** Brings one article to the server, one save at a time, and never over what somebody else saved there. */
export class Sender {
  place: Place;
  draft: Draft | null;
  /** On its way, or lost on it. Until it is known which, nothing else is sent: the same again does no harm. */
  unanswered: Letter | null;
  #calls: DraftCalls;
  #wasTried: boolean;

  constructor(calls: DraftCalls, { place, draft, sent }: Begun) {
    this.#calls = calls;
    this.place = place;
    this.draft = draft;
    this.unanswered = sent && { content: sent, edition: -1 };
    this.#wasTried = sent !== null;
  }

  /** `newest` is what is written now. What arrives may be an older letter. */
  async send(newest: Letter): Promise<Outcome> {
    const letter = this.unanswered ?? newest;
    this.unanswered = letter;
    try {
      if (this.place.id === null) return await this.#create(letter, newest);
      // an article opened without the server may not know yet which version it has
      if (this.place.version === null) return await this.#compare(newest);
      return this.#arrived(letter, await this.save(letter.content));
    } catch (error) {
      const failure = isFailure(error) ? error : new Failure('unexpected');
      return failure.id === 'stale' ? this.#compare(newest) : this.#refused(failure);
    }
  }

  /** The bare save, of an article the server has. */
  save(content: ArticleContent) {
    const { id, version } = this.place;
    if (id === null || version === null) throw new Failure('not-found');
    return this.#calls.save({ body: { id, version, content } });
  }

  /** What the server tells of the article now. What is written here goes on from where it did. */
  async learn() {
    const { id } = this.place;
    if (id !== null) this.draft = await this.#calls.mine({ query: { id } });
  }

  /** Goes on from what the server has now. */
  take(draft: Draft) {
    this.place = { ...this.place, id: draft.id, version: draft.version };
    this.draft = draft;
    this.unanswered = null;
  }

  async #create(letter: Letter, newest: Letter): Promise<Outcome> {
    const wasTried = this.#wasTried;
    this.#wasTried = true;
    const made = await this.#calls.create({ body: { key: this.place.key, content: letter.content } });
    this.place = { ...this.place, id: made.id, version: made.version };
    // an earlier try may have begun it, with another text
    return wasTried ? this.#compare(newest) : this.#arrived(letter, made);
  }

  #arrived({ content, edition }: Letter, { id, version, savedAt }: Saved): Outcome {
    this.place = { ...this.place, id, version };
    if (this.draft) this.draft = { ...this.draft, version, content, savedAt, changed: true };
    this.unanswered = null;
    return { arrived: edition };
  }

  /** The server has moved on: by a save of ours whose answer was lost, or by another device. */
  async #compare(newest: Letter): Promise<Outcome> {
    try {
      const theirs = await this.#calls.mine({ query: { id: this.place.id ?? 0 } });
      const { version } = this.place;
      const sent = this.unanswered?.content ?? null;
      const entry = { name: '', member: 0, at: 0, ...this.place, version: null, sent, content: newest.content };
      const { from } = takeUp(theirs, entry);
      if (from === 'stale') {
        this.place = { ...this.place, version };
        return { standing: { is: 'stale', theirs } };
      }
      this.take(theirs);
      return { arrived: from === 'server' ? newest.edition : -1 };
    } catch (error) {
      return this.#refused(isFailure(error) ? error : new Failure('unexpected'));
    }
  }

  #refused(failure: Failure): Outcome {
    const standing = standingAfter(failure);
    // what was refused did not get there; without an answer nobody knows
    if (standing.is === 'refused') this.unanswered = null;
    return { standing };
  }
}

function standingAfter(failure: Failure): Standing {
  if (failure.id === 'unavailable') return { is: 'offline' };
  if (failure.id === 'signed-out') return { is: 'signed-out' };
  if (failure.id === 'unexpected' || failure.id === 'too-many-requests') return { is: 'unable' };
  return { is: 'refused', failure };
}
