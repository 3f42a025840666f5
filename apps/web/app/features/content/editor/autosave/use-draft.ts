import type { EditorView } from '@codemirror/view';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/me';
import type { Failure } from '@mojian/contract/platform/failures';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { watchUser } from '../../../../session.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Writing } from '../context.ts';
import { Opener } from './draft-loader.ts';
import type { Around, Manuscript, Sight } from './draft-session.ts';

type Errors = Writing['errors'];

/** The article as every part of the editor works on it. The text belongs to the editor of it, once that is there. */
export function useWriting({ me, manuscript, isMine }: { me: Me; manuscript: Manuscript; isMine: boolean }) {
  const sight = useSight(manuscript);
  const [view, setView] = useState<EditorView | null>(null);
  const [refused, setRefused] = useState<Errors>({});
  const isPlacing = useRef(false);

  const onText = useCallback(
    (text: () => string) => {
      if (isPlacing.current) return;
      setRefused((present) => without(present, ['markdown']));
      manuscript.changeText(text);
    },
    [manuscript],
  );
  const change = (part: Partial<ArticleContent>) => {
    if (!isMine) return;
    const { markdown, ...rest } = part;
    setRefused((present) => without(present, Object.keys(part)));
    if (markdown !== undefined) view ? placeText(view, markdown) : manuscript.change({ markdown });
    if (Object.keys(rest).length > 0) manuscript.change(rest);
  };
  /** The manuscript's text becomes the one that is shown: it came from elsewhere. */
  const show = () => {
    isPlacing.current = true;
    if (view) placeText(view, manuscript.content.markdown);
    isPlacing.current = false;
  };
  const take = (draft: Draft) => {
    manuscript.take(draft);
    show();
  };
  const writing: Writing = {
    me,
    draft: sight.draft,
    content: sight.content,
    markdown: () => manuscript.content.markdown,
    change,
    errors: { ...errorsOf(sight.standing), ...refused },
  };
  const refuse = ({ field, message }: Failure) => field && setRefused({ [fieldOf(field)]: message });
  return { sight, writing, view, setView, onText, take, show, refuse };
}

function errorsOf(standing: Manuscript['standing']): Errors {
  if (standing.is !== 'refused' || !standing.failure.field) return {};
  return { [fieldOf(standing.failure.field)]: standing.failure.message };
}

/** `content.tags.2` is a matter of the tags. */
function fieldOf(field: string) {
  return field.replace(/^content\./, '').split('.')[0] as keyof Errors;
}

function without(errors: Errors, names: string[]): Errors {
  if (!names.some((name) => name in errors)) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

/** Puts a text in the place of the present one, in one step that can be undone; what is alike stays where it is. */
function placeText(view: EditorView, text: string) {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const present = view.state.doc.toString();
  if (present === lines) return;
  const from = alike(present, lines, (value, index) => value.charCodeAt(index));
  const longest = Math.min(present.length, lines.length) - from;
  const tail = Math.min(
    longest,
    alike(present, lines, (value, index) => value.charCodeAt(value.length - 1 - index)),
  );
  view.dispatch({ changes: { from, to: present.length - tail, insert: lines.slice(from, lines.length - tail) } });
}

function alike(one: string, other: string, at: (value: string, index: number) => number) {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}

/** The article as it stands, kept going by whatever the page hears: the network, the session, its own end. */
function useSight(manuscript: Manuscript) {
  useEffect(() => {
    const wake = () => manuscript.delivery.wake();
    const hold = () => manuscript.hold();
    const seen = () => (document.visibilityState === 'visible' ? wake() : hold());
    addEventListener('online', wake);
    addEventListener('focus', wake);
    addEventListener('pagehide', hold);
    document.addEventListener('visibilitychange', seen);
    const unwatch = watchUser(wake);
    return () => {
      removeEventListener('online', wake);
      removeEventListener('focus', wake);
      removeEventListener('pagehide', hold);
      document.removeEventListener('visibilitychange', seen);
      unwatch();
    };
  }, [manuscript]);
  const { watched } = manuscript;
  return useSyncExternalStore(
    (watcher) => watched.watch(watcher),
    () => watched.sight,
  );
}

/** Milliseconds somebody who goes elsewhere on the site waits for the last save. */
const patience = 3000;

/** What is written goes to the server before its writer goes elsewhere; the browser asks before the page is closed. */
export function useLeaving(manuscript: Manuscript, { isDirty, isKept, id }: Sight) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      manuscript.isDirty &&
      !(currentLocation.pathname === nextLocation.pathname && isAddressOf(id, nextLocation.search)),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isGone = false;
    void saved(manuscript).then((isSaved) => {
      if (isGone) return;
      if (isSaved) return blocker.proceed();
      if (!isKept) {
        blocker.reset();
        return toast('error', '网络不通，这台设备也存不下：请先不要离开，把文字复制一份');
      }
      toast('warning', '还没有保存到服务器，文字都在这台设备上，回来可以继续写');
      blocker.proceed();
    });
    return () => {
      isGone = true;
    };
  }, [blocker, manuscript, isKept]);

  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onUnload);
    return () => removeEventListener('beforeunload', onUnload);
  }, [isDirty]);
}

const isAddressOf = (id: number | null, search: string) => new URLSearchParams(search).get('id') === String(id);

function saved(manuscript: Manuscript) {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([manuscript.flush(), tooLate]);
}

type OpenedOptions = { member: number; id: number | undefined; around: Around };

/** The article with this number, or a new one, as long as the screen shows it. */
export function useOpened({ member, id, around }: OpenedOptions) {
  const [opener] = useState(() => new Opener(member, around));
  const opened = useSyncExternalStore(opener.watch, () => opener.opened);
  useEffect(() => opener.ask(id), [opener, id]);
  useEffect(() => {
    const come = () => document.visibilityState === 'visible' && void opener.resume();
    const go = () => opener.free();
    addEventListener('pageshow', come);
    addEventListener('pagehide', go);
    document.addEventListener('visibilitychange', come);
    return () => {
      removeEventListener('pageshow', come);
      removeEventListener('pagehide', go);
      document.removeEventListener('visibilitychange', come);
      opener.close();
    };
  }, [opener]);
  return { opened, opener };
}
