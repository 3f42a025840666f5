/** Escape puts away a menu of the header that opened under the pointer or the focus, until either moves on. */
export function hushMenus() {
  const header = document.querySelector<HTMLElement>('.hd');
  if (!header) return;
  const ending = new AbortController();
  const speak = () => delete header.dataset.hushed;
  const hush = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') header.dataset.hushed = '';
  };
  addEventListener('keydown', hush, ending);
  header.addEventListener('pointerover', speak, ending);
  header.addEventListener('focusin', speak, ending);
  return () => ending.abort();
}
