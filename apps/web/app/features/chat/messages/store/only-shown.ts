import type { ChatMessage } from '@mojian/contract/chat/messages';
import type { Stretch } from '../chat.ts';

/** Without what the member has deleted, and without what those say whom they have blocked, quoted by others too. */
export function onlyShown(stretch: Stretch, blocked: ReadonlySet<number>, hidden: ReadonlySet<number>) {
  const isShown = ({ id, sender }: ChatMessage) => !blocked.has(sender.id) && !hidden.has(id);
  const isBare = ({ quote }: ChatMessage) => quote === null || quote.isBlocked || !blocked.has(quote.senderId);
  if (stretch.messages.every((message) => isShown(message) && isBare(message))) return stretch;
  const messages = stretch.messages
    .filter(isShown)
    .map((message) => (isBare(message) ? message : quotesHidden(message)));
  return { ...stretch, messages };
}

/** Always the same for the same message, so that its row stays as it is. */
function quotesHidden(message: ChatMessage) {
  const made = withoutQuote.get(message) ?? withQuoteHidden(message);
  withoutQuote.set(message, made);
  return made;
}

const withoutQuote = new WeakMap<ChatMessage, ChatMessage>();

function withQuoteHidden({ quote, ...message }: ChatMessage): ChatMessage {
  return { ...message, quote: quote && { ...quote, sender: '', text: '', isPicture: false, isBlocked: true } };
}
