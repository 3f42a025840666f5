/** Makes a button where there is no React. */
export function buttonElement(className: string, words: string, onPress: () => void) {
  const button = Object.assign(document.createElement('button'), { type: 'button', className, textContent: words });
  button.addEventListener('click', onPress);
  return button;
}
