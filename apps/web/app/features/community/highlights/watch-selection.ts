import { readStored } from '../../../storage/stored-json.ts';
import { type HighlightDeps, openKey, ownKey } from './deps.ts';

/**
 * Loads what highlights need at the first selection in the text, and at once where the article or this device has some.
 * Where they are switched off, a selection can only be quoted.
 */
export async function watchSelection(page: HTMLElement, deps: HighlightDeps, signal: AbortSignal) {
  const { id, highlights } = deps.article;
  const text = page.querySelector<HTMLElement>('[data-part="text"]');
  if (!text || signal.aborted) return;
  if (highlights === 'off') {
    const { offerQuotesOf } = await import('../comments/quote-article.ts');
    return offerQuotesOf(page, { articleId: id }, signal);
  }
  page.dataset.highlights = 'on';
  const waiting = new AbortController();
  const open = async () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    const { openHighlights } = await import('./open-highlights.ts');
    if (!signal.aborted) void openHighlights(text, deps, signal);
  };
  const onSelect = () => {
    const selection = getSelection();
    if (selection && !selection.isCollapsed && text.contains(selection.anchorNode)) void open();
  };
  document.addEventListener('selectionchange', onSelect, { signal: AbortSignal.any([signal, waiting.signal]) });
  if (highlights === 'some' || readStored('localStorage', ownKey(id)) || readStored('sessionStorage', openKey(id)))
    void open();
  else onSelect();
}
