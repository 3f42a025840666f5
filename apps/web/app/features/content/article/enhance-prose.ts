import { copyCode } from './copy-code.ts';
import { watchDiagrams } from './diagram/watch-diagrams.ts';
import { followLink } from './links.ts';
import { readyPictures } from './pictures.ts';

/** Attaches pictures, diagrams, copy buttons and in-site links to rendered prose. Returns the cleanup function. */
export function enhanceProse(body: HTMLElement, navigate: (to: string) => void) {
  const ending = new AbortController();
  const { signal } = ending;
  readyPictures(body, signal);
  watchDiagrams(body, signal);
  body.addEventListener('click', (event) => onClick(event, navigate), { signal });
  return () => {
    ending.abort();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog.viewer')) dialog.close();
  };
}

function onClick(event: MouseEvent, navigate: (to: string) => void) {
  const target = event.target as Element;
  const code = target.closest<HTMLElement>('[data-copy]');
  const link = target.closest('a');
  if (code) void copyCode(code);
  else if (link) followLink(link, event, navigate);
}
