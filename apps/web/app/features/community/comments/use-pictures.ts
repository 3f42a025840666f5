import type { ClipboardEvent } from 'react';
import { readToken } from '../../../session.ts';
import { useUploads } from '../../core/uploads/use-uploads.ts';
import { askToLogIn } from '../../members/asks-login/ask-to-log-in.ts';
import type { Draft } from './drafts.ts';
import type { CommentParts } from './parts.ts';

type Given = {
  kept: Draft['pictures'];
  change: (change: (before: Draft['pictures']) => Draft['pictures']) => void;
  upload: CommentParts['upload'];
};

/** Pictures of a comment being written. Only a member's are taken. */
export function usePictures({ kept, change, upload }: Given) {
  const uploads = useUploads({ kept, change, upload });
  const add = (files: Iterable<File>) => (readToken() ? uploads.add(files) : askToLogIn());
  return {
    kept,
    coming: uploads.coming,
    /** How many are still on their way. */
    left: uploads.coming.filter(({ wrong }) => wrong === undefined).length,
    add,
    retry: uploads.retry,
    stop: uploads.stop,
    remove: (url: string) => change((before) => before.filter((picture) => picture.url !== url)),
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      add(event.clipboardData.files);
    },
  };
}
