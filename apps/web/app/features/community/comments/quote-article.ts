import { readDraft } from './drafts.ts';
import { offerQuote } from './offer-quote.ts';
import { placeOf, type Target } from './parts.ts';
import { quoteAt } from './quote.ts';

/** Offers to quote what is selected of a text in a comment on it. */
export function offerQuotesOf(page: HTMLElement, target: Target, signal: AbortSignal) {
  const section = page.querySelector<HTMLElement>('#comments:not([data-closed])');
  if (!section) return;
  const quote = (passage: string) => {
    quoteAt(placeOf(target), passage);
    section.scrollIntoView({ block: 'start' });
    // where the comments have not come to life yet, the focus has them do so, and what stands in the field is kept
    const field = section.querySelector<HTMLTextAreaElement>('.served-comments textarea');
    if (!field) return;
    field.value = readDraft(placeOf(target)).text;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  };
  offerQuote({ root: page, within: '.prose', quote, signal });
}
