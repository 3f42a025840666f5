/** Milliseconds a message stays. Source: product-spec.md, section 9. */
const shownFor = 3000;

/**
 * A line at the foot of the window that says what happened, also to screen readers. It stays while it is pointed at.
 * The toasts of the next release take its place.
 */
export function openStatusLine(signal: AbortSignal) {
  const line = document.createElement('div');
  line.className = 'status-line';
  line.role = 'status';
  document.body.append(line);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => line.replaceChildren(), shownFor);
  };
  line.addEventListener('pointerenter', () => clearTimeout(timer), { signal });
  line.addEventListener('pointerleave', wait, { signal });
  signal.addEventListener('abort', () => line.remove());

  return (text: string) => {
    const toast = document.createElement('p');
    toast.className = 'toast';
    toast.textContent = text;
    line.replaceChildren(toast);
    wait();
  };
}
