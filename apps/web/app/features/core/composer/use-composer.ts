import type { Failure } from '@mojian/contract/platform/failures';
import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import type { UploadPicture } from '../uploads/upload.ts';
import { type UploadedPicture, useDropping, useUploads } from './pictures.ts';
import { checkPictures, checkText, fieldOf, type TextRule, useSend } from './sending.ts';

/** `key`: idempotency key, made for the first try and dropped when the draft changes. */
export type Draft = { text: string; key?: string | undefined };

/** Where a draft is stored, and its content as long as there is none. */
export type StoredDraft<Content extends Draft> = {
  store: 'sessionStorage' | 'localStorage';
  name: string;
  before: Content;
};

type Options<Content extends Draft, Sent> = {
  stored: StoredDraft<Content>;
  rule: TextRule;
  upload: UploadPicture;
  /** Returns whether the writer may go on; where not, it has said why. */
  guard?: () => boolean;
  /** Checks what the form has besides text and pictures. */
  check?: (draft: Content) => Failure | undefined;
  /** Sends the draft; `key` makes its idempotency key. */
  send: (draft: Content, key: () => string) => Promise<Sent>;
  onSent: (sent: Sent, writing: Pick<ReturnType<typeof useDraft<Content>>, 'reset' | 'forget'>) => void;
};

/** Text and pictures being written: kept as a draft, checked, sent once, and kept when that fails. */
export function useComposer<Content extends Draft & { pictures: UploadedPicture[] }, Sent>({
  stored,
  rule,
  upload,
  guard = () => true,
  check,
  send,
  onSent,
}: Options<Content, Sent>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = useDraft(stored);
  const { draft, change } = writing;
  const { isBusy, wrong, send: sendOnce, mend } = useSend();
  const form = useFocusOnRefusal(wrong);
  const uploads = useUploads({
    saved: draft.pictures,
    change: (to) => change((now) => ({ ...now, pictures: to(now.pictures) })),
    upload,
  });
  const add = (files: Iterable<File>) => {
    if (guard()) uploads.add(files);
  };
  const submit = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    if (!guard()) return;
    const refusal = checkText(draft.text, rule) ?? check?.(draft) ?? checkPictures(uploads.coming);
    const sent = await sendOnce(refusal, () => send(draft, writing.sendKey));
    if (sent !== undefined) onSent(sent, writing);
  };
  return {
    ...writing,
    field,
    setText: (text: string) => {
      change((now) => ({ ...now, text }));
      mend('text');
    },
    pictures: { ...uploads, add },
    dropping: useDropping(add),
    isBusy,
    wrong,
    submit,
    form: { ref: form, onSubmit: submit, noValidate: true },
  };
}

/** Focuses the field a refusal is about: for pictures the button that tries again or adds one. */
function useFocusOnRefusal(wrong: Failure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!wrong) return;
    const ofPictures = fieldOf(wrong) === 'pictures' ? ['[data-retry]', '[data-add]'] : [];
    const places = [...ofPictures, '[aria-invalid="true"]', 'textarea'];
    places
      .map((place) => form.current?.querySelector<HTMLElement>(place))
      .find(Boolean)
      ?.focus();
  }, [wrong]);
  return form;
}

/** Content of a form that survives a reload, a login and a failed try. A draft equal to `before` is not stored. */
function useDraft<Content extends Draft>({ store, name, before: initial }: StoredDraft<Content>) {
  const [before] = useState(initial);
  const read = () => readStored<Content>(store, name);
  const [draft, setDraft] = useState(() => read() ?? before);
  const [wasRestored, setRestored] = useState(() => read() !== undefined);
  const latest = useRef(draft);
  const show = (next: Content) => {
    latest.current = next;
    setDraft(next);
  };
  const set = (next: Content) => {
    show(next);
    writeStored(store, name, contentOf(next) === contentOf(before) ? undefined : next);
  };
  return {
    draft,
    wasRestored,
    change: (to: (now: Content) => Content) => set({ ...to(latest.current), key: undefined }),
    /** Returns the idempotency key: the same until the draft changes, however often it is sent. */
    sendKey: () => {
      const key = latest.current.key ?? newKey();
      set({ ...latest.current, key });
      return key;
    },
    /** Removes the stored draft and leaves the form as it is. */
    forget: () => writeStored(store, name, undefined),
    reset: () => {
      set(before);
      setRestored(false);
    },
    /** Shows the draft somebody else stored. */
    reload: () => show(read() ?? before),
  };
}

function contentOf(draft: Draft) {
  return JSON.stringify({ ...draft, key: undefined });
}

// crypto.randomUUID is there on https only
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
