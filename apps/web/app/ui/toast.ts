export type Toast = { type: 'success' | 'error' | 'warning' | 'info' | 'normal'; text: string };

/** Says in passing what happened. The shell shows it for three seconds. */
export function toast(type: Toast['type'], text: string) {
  dispatchEvent(new CustomEvent<Toast>('mojian:toast', { detail: { type, text } }));
}
