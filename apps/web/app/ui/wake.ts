/** `typed`: its value when somebody typed in it too early; nothing while characters are being composed. */
type Field = (HTMLInputElement | HTMLTextAreaElement) & { typed?: string | undefined };

/**
 * Says that what stands in this place answers now, types again what was typed too early and presses the buttons that
 * were: the page's first script leaves it at each as `typed` and `data-waits`. A place inside with a `data-awake` of its
 * own is woken by itself.
 */
export function wake(place: HTMLElement) {
  place.dataset.awake = 'true';
  const isHere = (element: Element) => element.closest('[data-awake]') === place;
  for (const field of place.querySelectorAll<Field>('input, textarea')) if (isHere(field)) typeAgain(field);
  const buttons = [...place.querySelectorAll<HTMLElement>('button[data-waits]')].filter(isHere);
  for (const button of buttons) button.removeAttribute('data-waits');
  // once what was typed has been taken in
  setTimeout(() => {
    for (const button of buttons) if (button.isConnected) button.click();
  });
}

const withoutText = ['file', 'checkbox', 'radio'];

/** React hears of a change only from the browser's own setter, and only of another value than it saw last. */
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
