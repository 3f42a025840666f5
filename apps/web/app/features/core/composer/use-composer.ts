import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { mostPictures } from '@mojian/contract/platform/rules';
import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../../storage/stored-json.ts';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { mayArriveYet, type UploadPicture, whyNotSent } from '../uploads/upload.ts';
import { checkPictures, checkText, fieldOf, type TextRule } from './checks.ts';
import {
  type Coming,
  pickPictures,
  type UploadedPicture,
  type UploadState,
  useChosenFiles,
  useDropping,
} from './pictures.ts';

/** `key`: idempotency key, made for the first try and dropped when the draft changes. */
export type Draft = { text: string; key?: string | undefined };

/** Place of a stored draft, and the content without one. */
export type StoredDraft<Content extends Draft> = {
  store: 'sessionStorage' | 'localStorage';
  name: string;
  before: Content;
};

type Options<Content extends Draft, Sent> = {
  stored: StoredDraft<Content>;
  rule: TextRule;
  upload: UploadPicture;
  /** Returns whether the writer may send; if not, it has told them why. */
  guard?: () => boolean;
  /** As `guard`, of whether they may add pictures. */
  guardPictures?: () => boolean;
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
  guardPictures = guard,
  check,
  send,
  onSent,
}: Options<Content, Sent>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const writing = useDraft(stored);
  const { draft, change } = writing;
  const { isBusy, refusal: wrong, send: sendOnce, refuse } = useSending();
  const form = useFocusOnRefusal(wrong);
  const uploads = useUploads({
    place: stored.name,
    saved: draft.pictures,
    change: (to) => change((now) => ({ ...now, pictures: to(now.pictures) })),
    upload,
  });
  const add = (files: Iterable<File>) => {
    if (isBusy) toast('warning', '正在提交，请提交完再添加图片');
    else if (guardPictures()) uploads.add(files);
  };
  const submit = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault();
    if (!guard()) return;
    if (isBusy) return;
    const refusal = checkText(draft.text, rule) ?? check?.(draft) ?? checkPictures(uploads.coming);
    if (refusal) return refuse(refusal);
    await sendOnce(async () => onSent(await send(draft, writing.sendKey).catch(rethrowReadable), writing));
  };
  return {
    ...writing,
    field,
    setText: (text: string) => {
      change((now) => ({ ...now, text }));
      if (wrong && ['text', ''].includes(fieldOf(wrong))) refuse(undefined);
    },
    pictures: { ...uploads, add },
    dropping: useDropping(add),
    isBusy,
    wrong,
    /** Takes a refusal away, once what it is about has changed. */
    clearRefusal: () => refuse(undefined),
    submit,
    form: { ref: form, onSubmit: submit, noValidate: true },
  };
}

function rethrowReadable(error: unknown): never {
  if (isFailure(error) && error.id !== 'unavailable') throw error;
  throw new Failure('unavailable', '提交失败，内容还在，请重试');
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

type UploadsOptions = {
  place: string;
  saved: UploadedPicture[];
  change: (change: (before: UploadedPicture[]) => UploadedPicture[]) => void;
  upload: UploadPicture;
};

/** Uploads pictures one after the other as they are chosen, pasted or dropped, and adds each to those saved. */
function useUploads({ place, saved, change, upload }: UploadsOptions) {
  const start = (files: File[]) => {
    for (const file of files) queue(put(file, { share: 0, wrong: undefined, mayRetry: true }));
  };
  const { all: coming, shown, put, mark, remove } = useChosenFiles<UploadState>(place, start);
  const [sending] = useState(() => ({ queue: Promise.resolve(), stops: new Map<number, AbortController>() }));
  useEffect(
    () => () => {
      for (const stop of sending.stops.values()) stop.abort();
    },
    [sending],
  );

  const send = async ({ number, file }: Coming) => {
    const signal = sending.stops.get(number)?.signal;
    if (!signal || signal.aborted) return;
    try {
      const picture = await upload(file, { signal, onProgress: (share) => mark(number, { share }) });
      remove({ number });
      change((before) => withPicture(before, picture));
    } catch (cause) {
      if (!signal.aborted) mark(number, { wrong: whyNotSent(cause), mayRetry: mayArriveYet(cause) });
    }
  };
  const queue = (one: Coming) => {
    sending.stops.set(one.number, new AbortController());
    sending.queue = sending.queue.then(() => send(one));
  };
  return {
    saved,
    coming,
    add: (files: Iterable<File>) => start(pickPictures(files, mostPictures - saved.length - shown.current.length)),
    retry: (one: Coming) => {
      mark(one.number, { wrong: undefined, share: 0 });
      queue(one);
    },
    stop: (one: Coming) => {
      sending.stops.get(one.number)?.abort();
      remove(one);
    },
    remove: (url: string) => change((before) => before.filter((picture) => picture.url !== url)),
  };
}

/** Adds a picture unless it is there: the same bytes have the same address. */
export function withPicture(before: UploadedPicture[], { url, width, height }: UploadedPicture): UploadedPicture[] {
  return before.some((picture) => picture.url === url) ? before : [...before, { url, width, height }];
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
    /** Shows the stored draft, after other code of the page, such as a quotation, has changed it. */
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
