import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { RenderedAt } from '../../../ui/rendered-at.ts';
import { showCount } from '../../content/article/article-page.ts';
import { withOwn } from '../guest-comments/own-comments.ts';
import { Comments, soughtIn } from './comments.tsx';
import { type CommentDeps, commentTopic, type Target } from './deps.ts';
import { readDraft, storeCommentDraft } from './drafts.ts';
import { keepScroll, type Shown, savedView } from './saved-threads.ts';
import { noteSelection } from './selected-words.ts';
import type { Discussion } from './threads.ts';

type CommentsOptions = {
  target: Target;
  deps: CommentDeps;
  /** Comments of a client-side navigation; null on a served page. */
  discussion: Discussion | null;
  /** Act of the served button that was pressed last, carried out if nothing was added to the form's text. */
  pressed: () => string | undefined;
  signal: AbortSignal;
};

/** Replaces the served comments by interactive ones in one step, without layout shift or loss of input. */
export async function openComments(section: HTMLElement, options: CommentsOptions) {
  const { target, discussion, pressed, signal } = options;
  const deps = withOwn(options.deps, target);
  const topic = commentTopic(target);
  const saved = savedView(topic);
  const sought = saved ? undefined : soughtIn(location.hash);
  const first = saved ?? (await load(target, deps, sought?.id, discussion));
  if (signal.aborted) return;

  const served = section.querySelector('.served-comments');
  const before = takeOver(served, { topic, pressed: pressed() });
  const place = document.createElement('div');
  section.append(place);
  const root = createRoot(place);
  const openedAt = Date.now();
  const render = (wanted?: { id: number }) =>
    root.render(
      <RenderedAt value={openedAt}>
        <Comments target={target} deps={deps} first={first} sought={wanted} onCount={showComments} />
      </RenderedAt>,
    );
  flushSync(() => render());
  served?.remove();
  before.restore(place);
  if (saved) scrollTo({ top: saved.scroll, behavior: 'instant' });
  if (sought) render(sought);
  // a link to a comment may be on the same page
  const onArrived = () => render(soughtIn(location.hash));
  addEventListener('mojian:arrived', onArrived, { signal });
  keepScroll(topic, section, signal);
  signal.addEventListener('abort', () => queueMicrotask(() => root.unmount()));
}

async function load(
  target: Target,
  deps: CommentDeps,
  focus: number | undefined,
  discussion: Discussion | null,
): Promise<Shown> {
  if (discussion && focus === undefined) return { discussion, sort: 'new' };
  return { discussion: await deps.reading.list({ query: { ...target, ...(focus && { focus }) } }), sort: 'new' };
}

/** Takes over what was typed, focused and selected in the served comments before they are replaced. */
function takeOver(served: Element | null, { topic, pressed }: { topic: string; pressed: string | undefined }) {
  const field = served?.querySelector('textarea');
  const typed = field?.value ?? '';
  const draft = readDraft(`${topic} `);
  // an earlier draft of this tab, which the served form does not show, is kept above what was typed, and not sent with it
  const isAdded = typed !== '' && draft.text !== '' && draft.text !== typed;
  const text = isAdded ? `${draft.text.trimEnd()}\n\n${typed}` : typed;
  if (typed !== '' && typed !== draft.text) storeCommentDraft(`${topic} `, { ...draft, text, key: undefined });
  const hadFocus = field !== undefined && field === document.activeElement;
  const caret = text.length - typed.length + (field?.selectionStart ?? 0);
  const selectAgain = served && noteSelection(served);
  return {
    restore(place: HTMLElement) {
      selectAgain?.(place);
      const living = place.querySelector('textarea');
      if (hadFocus) living?.focus({ preventScroll: true });
      if (hadFocus) living?.setSelectionRange(caret, caret);
      if (pressed && !isAdded) place.querySelector<HTMLElement>(`[data-act="${pressed}"]`)?.click();
    },
  };
}

const showComments = (total: number) => showCount(document, 'comments', total);
