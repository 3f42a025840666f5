import { markHydrated } from '../../../ui/mark-hydrated.ts';
import { toast } from '../../../ui/toast.ts';
import { type CommentDeps, commentTopic, type Target } from './deps.ts';
import { savedView } from './saved-threads.ts';
import type { Discussion } from './threads.ts';

type CommentsOptions = { target: Target; deps: CommentDeps; discussion: Discussion | null };

/** Loads the interactive comments when they come near, are used, or are the navigation's target. */
export function watchComments(page: HTMLElement, options: CommentsOptions, signal: AbortSignal) {
  const section = page.querySelector<HTMLElement>('#comments');
  if (!section || signal.aborted) return;
  const waiting = new AbortController();
  const loading = new AbortController();
  let pressed: string | undefined;
  const open = async () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    try {
      const { openComments } = await import('./open-comments.tsx');
      await composed(section);
      if (!signal.aborted) await openComments(section, { ...options, pressed: () => pressed, signal });
      loading.abort();
    } catch (cause) {
      loading.abort();
      console.warn('评论加载失败', cause);
      toast('error', '评论加载失败，请重试');
      // not on visibility: they may be visible now
      section.addEventListener('click', () => watchComments(page, options, signal), { once: true, signal });
    }
  };
  const until = { signal: AbortSignal.any([signal, waiting.signal]) };
  const onPress = ({ target }: Event) => {
    pressed = (target as Element).closest<HTMLElement>('[data-act]')?.dataset.act ?? pressed;
    void open();
  };
  // also while they load, which a focus before the press begins
  section.addEventListener('click', onPress, { signal: AbortSignal.any([signal, loading.signal]) });
  section.addEventListener('focusin', () => void open(), until);
  section.addEventListener('compositionstart', ({ target }) => mark(target, true), { signal });
  section.addEventListener('compositionend', ({ target }) => mark(target, false), { signal });
  // loads one and a half screens ahead
  const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void open(), {
    rootMargin: '150% 0px',
  });
  watcher.observe(section);
  until.signal.addEventListener('abort', () => watcher.disconnect());
  const onArrived = () => location.hash.startsWith('#comment-') && void open();
  addEventListener('mojian:arrived', onArrived, until);
  if (location.hash.startsWith('#comment-') || savedView(commentTopic(options.target))) void open();
  markHydrated(section);
}

function mark(field: EventTarget | null, isComposing: boolean) {
  (field as HTMLElement).toggleAttribute('data-composing', isComposing);
}

/** Resolves when no IME composition is under way in a field. */
async function composed(section: HTMLElement) {
  const field = section.querySelector('.served-comments [data-composing]');
  if (field) await new Promise((resolve) => field.addEventListener('compositionend', resolve, { once: true }));
}
