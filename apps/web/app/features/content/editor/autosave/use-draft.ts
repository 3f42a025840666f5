import type { EditorView } from '@codemirror/view';
import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Draft } from '@mojian/contract/content/drafts';
import type { Me } from '@mojian/contract/core/sessions';
import type { Failure } from '@mojian/contract/platform/failures';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { watchUser } from '../../../../session/session.ts';
import { toast } from '../../../../ui/toast.ts';
import { useAskBeforeUnload } from '../../../core/forms/use-ask-before-unload.ts';
import type { Writing } from '../context.ts';
import { DraftLoader } from './draft-loader.ts';
import type { DraftSession, DraftSnapshot, SessionDeps } from './draft-session.ts';

type Errors = Writing['errors'];

/** Connects the session to the form and to CodeMirror, which owns the text once mounted. */
export function useDraftForm({ me, session, isMine }: { me: Me; session: DraftSession; isMine: boolean }) {
  const snapshot = useSnapshot(session);
  const { draft } = snapshot;
  const readOnly = !isMine || isSubmitted(draft) || draft?.may.edit === false;
  const [view, setView] = useState<EditorView | null>(null);
  const [refused, setRefused] = useState<Errors>({});
  const isPlacing = useRef(false);

  const onText = useCallback(
    (text: () => string) => {
      if (isPlacing.current) return;
      setRefused((present) => without(present, ['markdown']));
      session.changeText(text);
    },
    [session],
  );
  const change = (part: Partial<ArticleContent>) => {
    if (readOnly) return;
    const { markdown, ...rest } = part;
    setRefused((present) => without(present, Object.keys(part)));
    if (markdown !== undefined) view ? replaceText(view, markdown) : session.change({ markdown });
    if (Object.keys(rest).length > 0) session.change(rest);
  };
  /** Shows the session's text after it changed outside the editor. */
  const show = () => {
    isPlacing.current = true;
    if (view) replaceText(view, session.content.markdown);
    isPlacing.current = false;
  };
  const take = (draft: Draft) => {
    session.adopt(draft);
    show();
  };
  const writing: Writing = {
    me,
    kind: snapshot.kind,
    draft,
    readOnly,
    content: snapshot.content,
    markdown: () => session.content.markdown,
    change,
    errors: { ...errorsOf(snapshot.saveState), ...refused },
  };
  const refuse = ({ field, message }: Failure) => field && setRefused({ [fieldOf(field)]: message });
  return { snapshot, writing, view, setView, onText, take, show, refuse };
}

/** Articles under review are read-only until withdrawn. */
const isSubmitted = (draft: Draft | null) => draft !== null && draft.submittedAt !== null;

function errorsOf(saveState: DraftSession['saveState']): Errors {
  if (saveState.is !== 'refused' || !saveState.failure.field) return {};
  return { [fieldOf(saveState.failure.field)]: saveState.failure.message };
}

/** Maps `content.tags.2` to `tags`. */
function fieldOf(field: string) {
  return field.replace(/^content\./, '').split('.')[0] as keyof Errors;
}

function without(errors: Errors, names: string[]): Errors {
  if (!names.some((name) => name in errors)) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

/** Replaces the changed middle of the text in one undoable step, also while the text is read-only. */
function replaceText(view: EditorView, text: string) {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const present = view.state.doc.toString();
  if (present === lines) return;
  const from = alike(present, lines, (value, index) => value.charCodeAt(index));
  const longest = Math.min(present.length, lines.length) - from;
  const tail = Math.min(
    longest,
    alike(present, lines, (value, index) => value.charCodeAt(value.length - 1 - index)),
  );
  const changes = { from, to: present.length - tail, insert: lines.slice(from, lines.length - tail) };
  view.dispatch({ changes, filter: false });
}

function alike(one: string, other: string, at: (value: string, index: number) => number) {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
}

/** Subscribes to snapshots; retries on network, focus and login events, and saves before the page is hidden. */
function useSnapshot(session: DraftSession) {
  useEffect(() => {
    const retry = () => session.scheduler.retryNow();
    const hold = () => session.saveBeforeHide();
    const seen = () => (document.visibilityState === 'visible' ? retry() : hold());
    addEventListener('online', retry);
    addEventListener('focus', retry);
    addEventListener('pagehide', hold);
    document.addEventListener('visibilitychange', seen);
    const unwatch = watchUser(retry);
    return () => {
      removeEventListener('online', retry);
      removeEventListener('focus', retry);
      removeEventListener('pagehide', hold);
      document.removeEventListener('visibilitychange', seen);
      unwatch();
    };
  }, [session]);
  const { snapshots: watched } = session;
  return useSyncExternalStore(
    (watcher) => watched.subscribe(watcher),
    () => watched.current,
  );
}

/** Longest wait for the last save before navigation. */
const leaveTimeoutMs = 3000;

/** `pictures`: count of those that are not part of the text yet. */
type LeaveOptions = { session: DraftSession; snapshot: DraftSnapshot; isMine: boolean; pictures: number };

/**
 * Saves before navigation; prompts before unload while unsaved. Nobody leaves while pictures are uploading, which would
 * be lost. A tab that may not save lets go at once.
 */
export function useLeaveGuard({ session, snapshot, isMine, pictures }: LeaveOptions) {
  const { isStoredLocally, id } = snapshot;
  const isDirty = isMine && (snapshot.isDirty || pictures > 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isMine &&
      (session.isDirty || pictures > 0) &&
      !(currentLocation.pathname === nextLocation.pathname && isAddressOf(id, nextLocation.search)),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (pictures > 0) {
      blocker.reset();
      return toast('warning', `还有 ${pictures} 张图片没传完：请等一等，或者在正文里取消它`);
    }
    let isGone = false;
    void saved(session).then((isSaved) => {
      if (isGone) return;
      if (isSaved) return blocker.proceed();
      if (!isStoredLocally) {
        blocker.reset();
        return toast('error', '网络不通，这台设备也存不下：请先不要离开，把文字复制一份');
      }
      toast('warning', '还没有保存到服务器，文字都在这台设备上，回来可以继续写');
      blocker.proceed();
    });
    return () => {
      isGone = true;
    };
  }, [blocker, session, isStoredLocally, pictures]);

  useAskBeforeUnload(isDirty);
}

const isAddressOf = (id: number | null, search: string) => new URLSearchParams(search).get('id') === String(id);

function saved(session: DraftSession) {
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, leaveTimeoutMs, false));
  return Promise.race([session.flush(), tooLate]);
}

type DraftLoaderOptions = { member: number; id: number | undefined; kind: ArticleKind; sessionDeps: SessionDeps };

/** Loads an article or a new draft while the screen is mounted. */
export function useDraftLoader({ member, id, kind, sessionDeps }: DraftLoaderOptions) {
  const [loader] = useState(() => new DraftLoader(member, sessionDeps));
  const opened = useSyncExternalStore(loader.subscribe, () => loader.state);
  useEffect(() => loader.open(id, kind), [loader, id, kind]);
  useEffect(() => {
    const come = () => document.visibilityState === 'visible' && void loader.resume();
    const go = () => loader.release();
    addEventListener('pageshow', come);
    addEventListener('pagehide', go);
    document.addEventListener('visibilitychange', come);
    return () => {
      removeEventListener('pageshow', come);
      removeEventListener('pagehide', go);
      document.removeEventListener('visibilitychange', come);
      loader.close();
    };
  }, [loader]);
  return { opened, loader };
}
