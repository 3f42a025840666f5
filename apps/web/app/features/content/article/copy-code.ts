import { copyText } from '../../../ui/copy-text.ts';

/** Milliseconds the result is shown. */
const answerTime = 2000;

export async function copyCode(button: HTMLElement) {
  const code = button.closest('.code')?.querySelector('code');
  if (!code) return;
  const done = await copyText((code.textContent ?? '').replace(/\n$/, ''));
  button.textContent = done ? '已复制' : '请手动复制';
  if (!done) getSelection()?.selectAllChildren(code);
  setTimeout(() => {
    button.textContent = '复制';
  }, answerTime);
}
