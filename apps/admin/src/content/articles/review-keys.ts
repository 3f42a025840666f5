/** `ignore`: the key of a decision, held down; it does not press the focused button either. */
export type ReviewCommand = 'approve' | 'refuse' | 'reason' | 'previous' | 'next' | 'ignore';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>;
/** `isTyping`: the key goes to a field. `isInReason`: to that of the reason. */
type Place = { isDialogOpen: boolean; isTyping: boolean; isInReason: boolean };

/**
 * Maps a key to a command of the review: R focuses the reason, Ctrl or ⌘ with Enter approves, from within the reason
 * refuses, and arrows move between submissions. Decisions held down would reach the next one unread.
 */
export function reviewCommand(pressed: Pressed, place: Place): ReviewCommand | undefined {
  if (place.isDialogOpen) return undefined;
  const { key, ctrlKey, metaKey, altKey, repeat } = pressed;
  if (!ctrlKey && !metaKey) return place.isTyping || altKey ? undefined : plainCommands[key];
  if (key !== 'Enter') return undefined;
  if (repeat) return 'ignore';
  return place.isInReason ? 'refuse' : 'approve';
}

const plainCommands: Record<string, ReviewCommand> = {
  r: 'reason',
  R: 'reason',
  ArrowLeft: 'previous',
  ArrowRight: 'next',
};
