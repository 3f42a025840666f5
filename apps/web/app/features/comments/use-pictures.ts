import type { ClipboardEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { readToken } from '../../session.ts';
import { toast } from '../../ui/toast.ts';
import { askToLogIn } from '../asks-login/ask-to-log-in.ts';
import type { Draft } from './drafts.ts';
import type { CommentParts } from './parts.ts';

const most = 9;

type Pictures = Draft['pictures'];
type Given = {
  kept: Pictures;
  change: (change: (before: Pictures) => Pictures) => void;
  upload: CommentParts['upload'];
};

/** Pictures of a comment being written, uploaded one after the other as they are chosen or pasted. */
export function usePictures({ kept, change, upload }: Given) {
  const [left, setLeft] = useState(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const ending = new AbortController();
    leaving.current = ending;
    return () => ending.abort();
  }, []);

  const add = async (files: Iterable<File>) => {
    const chosen = [...files].filter(({ type }) => type.startsWith('image/'));
    if (chosen.length === 0) return;
    if (!readToken()) return askToLogIn();
    const taken = chosen.slice(0, Math.max(0, most - kept.length - left));
    if (chosen.length > taken.length) toast('warning', `最多 ${most} 张图片`);
    setLeft((before) => before + taken.length);
    for (const file of taken) await send(file);
  };
  /** A refusal was said already, and one who left needs no word. */
  const send = async (file: File) => {
    const signal = leaving.current?.signal;
    const picture = await upload(file, signal && { signal }).catch(() => undefined);
    setLeft((before) => before - 1);
    if (picture) change((before) => withPicture(before, picture));
  };
  return {
    kept,
    /** How many are still on their way. */
    left,
    add: (files: Iterable<File>) => void add(files),
    remove: (url: string) => change((before) => before.filter((picture) => picture.url !== url)),
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      void add(event.clipboardData.files);
    },
  };
}

function withPicture(before: Pictures, { url, width, height }: Pictures[number]) {
  return before.some((picture) => picture.url === url) ? before : [...before, { url, width, height }];
}
