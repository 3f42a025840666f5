/**
 * Keeps `aria-expanded` of the header's menus, which style sheets open on hover and focus, and lets Escape close them
 * until either moves on. Returns the unsubscribe function.
 */
export function watchHeaderMenus() {
  const header = document.querySelector<HTMLElement>('.header');
  if (!header) return;
  const ending = new AbortController();
  const tell = () => {
    for (const menu of header.querySelectorAll(':is(.header-nav li, .header-member > div) > .menu')) {
      const isOpen = header.dataset.hushed === undefined && menu.parentElement?.matches(':hover, :focus-within');
      menu.previousElementSibling?.setAttribute('aria-expanded', String(isOpen === true));
    }
  };
  const speak = () => {
    delete header.dataset.hushed;
    tell();
  };
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    header.dataset.hushed = '';
    tell();
  };
  addEventListener('keydown', onKey, ending);
  for (const event of ['pointerover', 'focusin']) header.addEventListener(event, speak, ending);
  for (const event of ['pointerout', 'focusout']) header.addEventListener(event, () => setTimeout(tell), ending);
  // bell and face change with the session
  const changes = new MutationObserver(tell);
  changes.observe(header, { childList: true, subtree: true });
  tell();
  return () => {
    ending.abort();
    changes.disconnect();
  };
}
