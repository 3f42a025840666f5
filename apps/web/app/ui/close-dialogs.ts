/** Closes the dialogs opened by `openDialog`, which go with the text they are about. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.over-article')) dialog.close();
}
