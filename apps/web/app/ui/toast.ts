import { isFailure } from '@mojian/contract/platform/failures';

export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info' | 'normal';
  text: string;
  /** A button beside the text, such as the way back. */
  act?: { words: string; run: () => void } | undefined;
};

const unshown: Toast[] = [];

/** Says in passing what happened. The shell shows it for three seconds, one with a button for eight. */
export function toast(type: Toast['type'], text: string, act?: Toast['act']) {
  const said = new CustomEvent<Toast>('mojian:toast', { detail: { type, text, act }, cancelable: true });
  if (dispatchEvent(said)) unshown.push(said.detail); // the shell's part that shows them is still on its way
}

/** What was said before anybody could show it. */
export function takeUnshown() {
  return unshown.splice(0);
}

/** Says of something undone on the screen that it never arrived. Other refusals are said by whoever made the call. */
export function sayIfLost(error: unknown) {
  if (isFailure(error) && error.id === 'unavailable') toast('error', '操作失败，已恢复原样，请重试');
}
