/** `typed`: its value when somebody typed before hydration; unset during IME composition. */
type Field = (HTMLInputElement | HTMLTextAreaElement) & { typed?: string | undefined };

/**
 * Marks a place as hydrated and replays what happened before: the first script recorded typed text as `typed`, and
 * presses of buttons and of the keys for the search as `data-waits`. Nested places with their own `data-awake` are
 * skipped.
 */
export function markHydrated(place: HTMLElement) {
  place.dataset.awake = 'true';
  if (place.dataset.waits !== undefined)
    place.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
  delete place.dataset.waits;
  const isHere = (element: Element) => element.closest('[data-awake]') === place;
  for (const field of place.querySelectorAll<Field>('input, textarea')) if (isHere(field)) typeAgain(field);
  const buttons = [...place.querySelectorAll<HTMLElement>('button[data-waits]')].filter(isHere);
  for (const button of buttons) button.removeAttribute('data-waits');
  // after the replayed input has been handled
  setTimeout(() => {
    for (const button of buttons) if (button.isConnected) button.click();
  });
}

const withoutText = ['file', 'checkbox', 'radio'];

/** Replays typed text: React sees a change only through the native setter, and only of a new value. */
function typeAgain(field: Field) {
  const { typed, selectionStart, selectionEnd } = field;
  delete field.typed;
  if (typed === undefined || withoutText.includes(field.type)) return;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  field.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
