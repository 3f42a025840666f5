import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Stretch } from '../chat.ts';

export const nothingKnown: Stretch = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  isLoading: null,
  failed: false,
};

/**
 * The stretch with a message that is new or has changed. One beyond an end where more is to be loaded would leave a hole:
 * it comes with its page.
 */
export function withMessage(stretch: Stretch, message: ChatMessage): Stretch {
  const { messages } = stretch;
  const at = placeOf(messages, message.id);
  const known = messages[at];
  if (known?.id === message.id)
    return known.seq < message.seq ? { ...stretch, messages: messages.with(at, message) } : stretch;
  if (isBeyond(stretch, at) || isOldGrave(stretch, message, at)) return stretch;
  return { ...stretch, messages: messages.toSpliced(at, 0, message) };
}

export function withMessages(stretch: Stretch, messages: ChatMessage[]): Stretch {
  return messages.reduce(withMessage, stretch);
}

/** A page that joins the stretch at one of its ends. Where it overlaps, the later version stays. */
export function withPage(stretch: Stretch, end: 'older' | 'newer', page: ChatMessage[], hasMore: boolean): Stretch {
  const open = { ...stretch, hasOlder: false, hasNewer: false };
  const joined = withMessages({ ...open, messages: mergeEnds(stretch.messages, end, page) }, page);
  const ends =
    end === 'older'
      ? { hasOlder: hasMore, hasNewer: stretch.hasNewer }
      : { hasOlder: stretch.hasOlder, hasNewer: hasMore };
  return { ...joined, ...ends, isLoading: null, failed: false };
}

/** The ordinary case at once: everything of the page lies beyond the end. */
function mergeEnds(messages: ChatMessage[], end: 'older' | 'newer', page: ChatMessage[]) {
  const known = new Set(messages.map(({ id }) => id));
  const fresh = page.filter(({ id }) => !known.has(id));
  return (end === 'older' ? [...fresh, ...messages] : [...messages, ...fresh]).sort((a, b) => a.id - b.id);
}

function isBeyond({ messages, hasOlder, hasNewer, isLoading, failed }: Stretch, at: number) {
  if (messages.length === 0 && (isLoading === 'all' || failed)) return true;
  return (at === messages.length && hasNewer) || (at === 0 && hasOlder);
}

/** What is gone and was not shown here before is something the member has deleted for themselves. */
function isOldGrave({ messages }: Stretch, { state }: ChatMessage, at: number) {
  return at < messages.length && (state === 'withdrawn' || state === 'removed');
}

/** Where it is, or where it belongs. New ones come last, so the search begins there. */
function placeOf(messages: ChatMessage[], id: number) {
  return messages.findLastIndex((message) => message.id < id) + 1;
}
