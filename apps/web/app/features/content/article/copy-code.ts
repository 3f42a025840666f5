import { copyText } from '../../../ui/copy-text.ts';

/** Milliseconds the result is shown. */
const answerTime = 2000;

/** Copies a block of code if its button was pressed. Returns whether it was. */
export function copyPressed(target: Element) {
  const button = target.closest('[data-copy]');
  const code = button?.closest('.code')?.querySelector('code');
  if (button && code) void copyCode(button, code);
  return button !== null;
}

async function copyCode(button: Element, code: Element) {
  const done = await copyText((code.textContent ?? '').replace(/\n$/, ''));
  button.textContent = done ? '已复制' : '请手动复制';
  if (!done) getSelection()?.selectAllChildren(code);
  setTimeout(() => {
    button.textContent = '复制';
  }, answerTime);
}
