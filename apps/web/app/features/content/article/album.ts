import { openViewer } from '../../core/viewer/viewer.tsx';

/** Lets the frames of the contact sheet open the viewer, and marks the one seen last. */
export function readySheet(body: HTMLElement, sheet: Element, signal: AbortSignal) {
  const onClick = (event: Event) => {
    const frame = (event.target as Element).closest<HTMLAnchorElement>('.album-frame');
    if (!frame || isElsewhere(event as MouseEvent)) return;
    const pictures = [...body.querySelectorAll<HTMLImageElement>('img[role="button"]')];
    const index = pictures.findIndex(({ src }) => src === frame.href);
    if (index < 0) return;
    event.preventDefault();
    openViewer(pictures, index, (seen) => markSeen(sheet, pictures[seen]));
  };
  sheet.addEventListener('click', onClick, { signal });
}

/** Whether the reader wants the file in a tab of its own. */
function isElsewhere({ ctrlKey, metaKey, shiftKey }: MouseEvent) {
  return ctrlKey || metaKey || shiftKey;
}

function markSeen(sheet: Element, picture: HTMLImageElement | undefined) {
  for (const frame of sheet.querySelectorAll<HTMLAnchorElement>('.album-frame'))
    frame.toggleAttribute('data-seen', frame.href === picture?.src);
}
