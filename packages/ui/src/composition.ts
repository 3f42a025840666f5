/**
 * Keeps keys of an input method from every field of the page: the Enter that ends a composition sends nothing, the Escape
 * closes nothing. Safari sends that Enter after `compositionend`, told only by its code 229. Called once, before anything
 * else listens; self-contained, since the site writes it into the head of its pages.
 */
export function ignoreComposedKeys() {
  const unnamed = /^(?:Process|Unidentified|Dead)$/; // Android reports every key so, Windows those of a composition
  addEventListener(
    'keydown',
    (event) => {
      const { key, isComposing, keyCode } = event;
      if ((isComposing || (keyCode === 229 && key.length > 1)) && !unnamed.test(key)) event.stopImmediatePropagation();
    },
    true,
  );
}
