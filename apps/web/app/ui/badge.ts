/** Unread counts by counter; the largest is shown. */
const counts = new Map<string, number>();
let shown:
  | { watching: AbortController; titles: MutationObserver; icon: { href: string; type: string } | undefined }
  | undefined;

/** Counter of all that is unread; others, such as the chat's rooms, count only while nobody looks at the page. */
const always = 'unread';

/**
 * Shows an unread count in the tab's title, and while the page is hidden a dot in its icon; both are restored
 * afterwards. `0` clears this counter.
 */
export function showBadge(counter: string, count: number) {
  if (count > 0) counts.set(counter, count);
  else counts.delete(counter);
  if (counts.size > 0) shown ??= begin();
  if (shown) draw();
}

function begin() {
  const watching = new AbortController();
  const { signal } = watching;
  document.addEventListener('visibilitychange', draw, { signal });
  addEventListener('focus', draw, { signal });
  addEventListener('blur', draw, { signal });
  // a navigation sets another title
  const titles = new MutationObserver(draw);
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
  return { watching, titles, icon: undefined };
}

const mark = /^\((?:\d{1,2}|99\+)\) /;

function draw() {
  if (!shown) return;
  const isLookedAt = document.visibilityState === 'visible' && document.hasFocus();
  const count = isLookedAt ? (counts.get(always) ?? 0) : Math.max(0, ...counts.values());
  const own = document.title.replace(mark, '');
  const title = count > 0 ? `(${count > 99 ? '99+' : count}) ${own}` : own;
  if (title !== document.title) document.title = title;
  drawIcon(count > 0 && !isLookedAt);
  if (counts.size > 0) return;
  shown.watching.abort();
  shown.titles.disconnect();
  shown = undefined;
}

function drawIcon(isDotted: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || !shown || isDotted === (shown.icon !== undefined)) return;
  if (shown.icon) {
    Object.assign(link, shown.icon);
    shown.icon = undefined;
    return;
  }
  const own = { href: link.href, type: link.type };
  shown.icon = own;
  dotted(own.href).then(
    (href) => shown?.icon === own && Object.assign(link, { href, type: 'image/png' }),
    () => {}, // without the dot the plain icon stays
  );
}

async function dotted(address: string) {
  const size = 64;
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const picture = new Image(size, size);
  picture.src = address;
  await picture.decode();
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('没有画布');
  paper.drawImage(picture, 0, 0, size, size);
  paper.beginPath();
  paper.arc(size - 14, 14, 13, 0, 2 * Math.PI);
  paper.fillStyle = '#fff';
  paper.fill();
  paper.beginPath();
  paper.arc(size - 14, 14, 10, 0, 2 * Math.PI);
  paper.fillStyle = '#c0392b';
  paper.fill();
  return canvas.toDataURL('image/png');
}
