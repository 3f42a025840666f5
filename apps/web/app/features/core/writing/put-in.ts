/** Puts words in at the caret, where the writing goes on. */
export function putIn(area: HTMLTextAreaElement | null, words: string, setText: (text: string) => void) {
  if (!area) return;
  area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end');
  setText(area.value);
  area.focus();
}
