import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft, Saved } from '@mojian/contract/content/drafts';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { longestArticle, longestArticleTitle } from '@mojian/contract/platform/rules';
import type { EditorParts } from '../context.ts';
import { type Place, takeUp } from './local-copy.ts';

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

/** Where what was written stands. All of it is in this browser at any time; this tells of the server. */
export type Standing =
  /** `at`: when it was saved, in milliseconds of this browser's clock; null before there is anything to save. */
  | { is: 'saved'; at: number | null }
  | { is: 'unsaved' }
  | { is: 'saving' }
  /** No answer came. It is tried again by itself. */
  | { is: 'offline' }
  /** The server is there and cannot at the moment. It is tried again by itself. */
  | { is: 'unable' }
  /** Nobody is logged in. It goes on once the writer is. */
  | { is: 'signed-out' }
  /** Somebody else is logged in. It waits for the writer. */
  | { is: 'stranger' }
  /** Another device saved something else meanwhile. */
  | { is: 'stale'; theirs: Draft }
  /** The server will not have it as it is. */
  | { is: 'refused'; failure: Failure };

/** It goes on by itself, sooner or later. */
export function isWaiting({ is }: Standing) {
  return is === 'offline' || is === 'unable' || is === 'signed-out' || is === 'stranger';
}

/** What the server would refuse anyway: megabytes are not sent to hear that. */
export function tooLong({ title, markdown }: ArticleContent) {
  if (title.trim().length > longestArticleTitle)
    return new Failure('invalid-input', `标题有 ${title.trim().length} 个字，最多 ${longestArticleTitle} 个`, 'title');
  if (markdown.length > longestArticle)
    return new Failure(
      'invalid-input',
      `正文有 ${markdown.length} 个字，最多 ${longestArticle} 个，请分成几篇`,
      'markdown',
    );
  return undefined;
}
