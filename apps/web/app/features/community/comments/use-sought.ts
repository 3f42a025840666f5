import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../../../ui/toast.ts';
import { showComment } from './seek.ts';

/** Brings what is sought before the eyes. If it is not on the page, `fetchTalk` gives the way to put it there. */
export function useSought(sought: { id: number } | undefined, fetchTalk: (id: number) => Promise<() => void>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is sought
  useEffect(() => {
    if (sought) seek(sought.id, fetchTalk).catch(() => {}); // whoever did not get it may follow the link again
  }, [sought]);
}

async function seek(id: number, fetchTalk: (id: number) => Promise<() => void>) {
  if (showComment(id)) return;
  const change = await fetchTalk(id);
  flushSync(change);
  if (!showComment(id)) toast('warning', '这条评论已经不在了');
}
