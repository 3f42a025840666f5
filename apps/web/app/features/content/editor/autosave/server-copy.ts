import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft, Saved } from '@mojian/contract/content/drafts';
import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { longestArticle, longestArticleTitle } from '@mojian/contract/platform/rules';
import type { EditorDeps } from '../context.ts';
import { chooseNewest, type DraftPlace } from './local-copy.ts';

/** Content at one moment; `edition` counts local changes. */
export type Edit = { content: ArticleContent; edition: number };
export type SendResult = { arrived: number } | { saveState: SaveState };
export type DraftCalls = Pick<EditorDeps['reading']['drafts'], 'create' | 'save' | 'mine'>;

type Begun = { place: DraftPlace; draft: Draft | null; sent: ArticleContent | null };

/** Saves one article to the server, one request at a time, with optimistic locking by version. */
export class ServerCopy {
  place: DraftPlace;
  draft: Draft | null;
  /** Sent without a response yet; retried before anything newer, which is idempotent. */
  unanswered: Edit | null;
  #calls: DraftCalls;
  #wasTried: boolean;

  constructor(calls: DraftCalls, { place, draft, sent }: Begun) {
    this.#calls = calls;
    this.place = place;
    this.draft = draft;
    this.unanswered = sent && { content: sent, edition: -1 };
    this.#wasTried = sent !== null;
  }

  /** Sends the unanswered edit, or `newest`. */
  async send(newest: Edit): Promise<SendResult> {
    const edit = this.unanswered ?? newest;
    this.unanswered = edit;
    try {
      if (this.place.id === null) return await this.#create(edit, newest);
      // an article opened offline does not know its version yet
      if (this.place.version === null) return await this.#compare(newest);
      return this.#arrived(edit, await this.save(edit.content));
    } catch (error) {
      const failure = isFailure(error) ? error : new Failure('unexpected');
      return failure.id === 'stale' ? this.#compare(newest) : this.#refused(failure);
    }
  }

  /** Saves an article that exists on the server. */
  save(content: ArticleContent) {
    const { id, version } = this.place;
    if (id === null || version === null) throw new Failure('not-found');
    return this.#calls.save({ body: { id, version, content } });
  }

  /** Reloads the server's draft without changing the base version. */
  async refresh() {
    const { id } = this.place;
    if (id !== null) this.draft = await this.#calls.mine({ query: { id } });
  }

  /** Adopts the server's draft as the new base. */
  adopt(draft: Draft) {
    this.place = { ...this.place, id: draft.id, version: draft.version };
    this.draft = draft;
    this.unanswered = null;
  }

  async #create(edit: Edit, newest: Edit): Promise<SendResult> {
    const wasTried = this.#wasTried;
    this.#wasTried = true;
    const made = await this.#calls.create({
      body: { key: this.place.key, kind: this.place.kind, content: edit.content },
    });
    this.place = { ...this.place, id: made.id, version: made.version };
    // an earlier request may have created it, with another text
    return wasTried ? this.#compare(newest) : this.#arrived(edit, made);
  }

  #arrived({ content, edition }: Edit, { id, version, savedAt }: Saved): SendResult {
    this.place = { ...this.place, id, version };
    // a save takes back what was handed in
    if (this.draft) this.draft = { ...this.draft, version, content, savedAt, changed: true, submittedAt: null };
    this.unanswered = null;
    return { arrived: edition };
  }

  /** Distinguishes a lost response to our own save from another device's save. */
  async #compare(newest: Edit): Promise<SendResult> {
    try {
      const theirs = await this.#calls.mine({ query: { id: this.place.id ?? 0 } });
      const { version } = this.place;
      const sent = this.unanswered?.content ?? null;
      const entry = { name: '', member: 0, at: 0, ...this.place, version: null, sent, content: newest.content };
      const { from } = chooseNewest(theirs, entry);
      if (from === 'stale') {
        this.place = { ...this.place, version };
        return { saveState: { is: 'stale', theirs } };
      }
      this.adopt(theirs);
      return { arrived: from === 'server' ? newest.edition : -1 };
    } catch (error) {
      return this.#refused(isFailure(error) ? error : new Failure('unexpected'));
    }
  }

  #refused(failure: Failure): SendResult {
    const saveState = saveStateAfter(failure);
    // a refused edit did not arrive; without a response it may have
    if (saveState.is === 'refused') this.unanswered = null;
    return { saveState };
  }
}

function saveStateAfter(failure: Failure): SaveState {
  if (failure.id === 'unavailable') return { is: 'offline' };
  if (failure.id === 'signed-out') return { is: 'signed-out' };
  if (failure.id === 'unexpected' || failure.id === 'too-many-requests') return { is: 'unable' };
  return { is: 'refused', failure };
}

/** State of the server copy; the local copy is always complete. */
export type SaveState =
  /** `at`: time of the save by this browser's clock, in milliseconds; null before there is anything to save. */
  | { is: 'saved'; at: number | null }
  | { is: 'unsaved' }
  | { is: 'saving' }
  /** No response; retried automatically. */
  | { is: 'offline' }
  /** Server error; retried automatically. */
  | { is: 'unable' }
  /** Nobody is logged in; resumes after login. */
  | { is: 'signed-out' }
  /** Another user is logged in; resumes for the owner. */
  | { is: 'stranger' }
  /** Conflict with another device's save. */
  | { is: 'stale'; theirs: Draft }
  | { is: 'refused'; failure: Failure };

/** Whether saving resumes automatically. */
export function isRetrying({ is }: SaveState) {
  return is === 'offline' || is === 'unable' || is === 'signed-out' || is === 'stranger';
}

/** Checks length limits before sending. */
export function lengthFailure({ title, markdown }: ArticleContent) {
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
