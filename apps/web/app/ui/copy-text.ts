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
