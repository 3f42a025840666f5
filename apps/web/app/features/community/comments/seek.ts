/** The comment an address leads to: `#comment-12`. */
export function soughtIn(hash: string) {
  const id = /^#comment-(\d{1,10})$/.exec(hash)?.[1];
  return id === undefined ? undefined : { id: Number(id) };
}

/** So long it is marked. */
const markMillis = 5000;

/** Brings a comment before the eyes, marks it for a while and gives it the focus. False when it is not on the page. */
export function showComment(id: number) {
  const comment = document.getElementById(`comment-${id}`);
  if (!comment) return false;
  comment.classList.add('sought');
  setTimeout(() => comment.classList.remove('sought'), markMillis);
  comment.scrollIntoView({ block: 'center', behavior: 'instant' });
  comment.focus({ preventScroll: true });
  return true;
}
