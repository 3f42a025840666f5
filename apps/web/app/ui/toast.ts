export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info' | 'normal';
  text: string;
  /** A button beside the text, such as the way back. */
  act?: { words: string; run: () => void } | undefined;
};

/** Says in passing what happened. The shell shows it for three seconds, one with a button for eight. */
export function toast(type: Toast['type'], text: string, act?: Toast['act']) {
  dispatchEvent(new CustomEvent<Toast>('mojian:toast', { detail: { type, text, act } }));
}
