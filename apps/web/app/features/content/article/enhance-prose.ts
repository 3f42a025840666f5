import { closeDialogs } from '../../../ui/close-dialogs.ts';
import { copyPressed } from './copy-code.ts';
import { watchDiagrams } from './diagram/watch-diagrams.ts';
import { followLinks } from './links.ts';

/** Adds interaction to rendered text that stands alone, with in-site links. Returns a cleanup function. */
export function enhanceProse(text: HTMLElement, navigate: (to: string) => void) {
  const leaving = new AbortController();
  readyProse(text, leaving.signal);
  followLinks(text, navigate, leaving.signal);
  return () => {
    leaving.abort();
    closeDialogs();
  };
}

/** Readies pictures, diagrams and code of a rendered text, loading what it has. */
export function readyProse(text: HTMLElement, signal: AbortSignal) {
  watchDiagrams(text, signal);
  text.addEventListener('click', ({ target }) => copyPressed(target as Element), { signal });
  if (text.querySelector('.code')) void import('./code.ts').then(({ readyCode }) => readyCode(text, signal));
  if (text.querySelector('audio, video, .media'))
    void import('./media.ts').then(({ readyMedia }) => readyMedia(text, signal));
  if (text.querySelector('img, .tbl'))
    void import('./pictures.ts').then(({ readyPictures }) => readyPictures(text, signal));
}
