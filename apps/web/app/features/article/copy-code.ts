/** Milliseconds the button says how it went. */
const answerTime = 2000;

/** Copies the block a copy button belongs to, and says so on the button. */
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

/** Whether the text reached the clipboard. The old way serves pages that were not sent over HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

function copyTheOldWay(text: string) {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'vh';
  // within an open dialog, or the dialog would keep the focus from it
  const place = document.querySelector('dialog[open]') ?? document.body;
  const before = document.activeElement as HTMLElement | null;
  place.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus({ preventScroll: true });
  }
}
