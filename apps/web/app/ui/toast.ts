export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info' | 'normal';
  text: string;
  /** A button beside the text, such as undo. */
  act?: { words: string; run: () => void } | undefined;
};

const unshown: Toast[] = [];

/** Shows a short message for three seconds, eight with a button. */
export function toast(type: Toast['type'], text: string, act?: Toast['act']) {
  const said = new CustomEvent<Toast>('mojian:toast', { detail: { type, text, act }, cancelable: true });
  if (dispatchEvent(said)) unshown.push(said.detail); // kept until the shell shows toasts
}

/** Toasts from before `showToasts` subscribed. */
export function takeUnshown() {
  return unshown.splice(0);
}
