import type { Comment } from '@mojian/contract/community/comments';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { readOpenReply, writeOpenReply } from './drafts.ts';
import { offerQuote } from './offer-quote.ts';
import { placeOf, type Target, topicOf } from './parts.ts';
import { passageIn, quoteAt } from './quote.ts';

/** To which comment a reply is open, and the ways to open it: by its button, or with a passage of it to quote. */
export function useReply(target: Target, list: RefObject<HTMLElement | null>, isClosed = false) {
  const [replyTo, setReplyTo] = useState(() => readOpenReply(topicOf(target)));
  const open = (id: number | undefined) => {
    writeOpenReply(topicOf(target), id);
    setReplyTo(id);
  };
  const quote = (passage: string, id: number) => {
    quoteAt(placeOf(target, id), passage);
    open(id);
  };
  const latest = useRef(quote);
  latest.current = quote;
  useEffect(() => {
    if (!list.current || isClosed) return;
    const ending = new AbortController();
    offerQuote({
      ...{ root: list.current, within: '.said', signal: ending.signal },
      quote: (passage, element) => latest.current(passage, commentOf(element)),
    });
    return () => ending.abort();
  }, [list, isClosed]);

  const reply = ({ id }: Comment) => {
    const selected = list.current && passageIn(list.current, '.said');
    if (selected && commentOf(selected.element) === id) quote(selected.passage, id);
    else open(id === replyTo ? undefined : id);
  };
  return { replyTo, open, reply };
}

function commentOf(element: Element) {
  return Number(element.closest('.cm')?.id.replace('comment-', ''));
}
