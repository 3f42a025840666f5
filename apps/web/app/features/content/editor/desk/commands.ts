import type { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { toast } from '../../../../ui/toast.ts';
import type { DraftSession } from '../autosave/draft-session.ts';
import type { SaveState } from '../autosave/server-copy.ts';
import type { useDraftForm } from '../autosave/use-draft.ts';
import type { EditorDeps } from '../context.ts';
import { createPictureSizes, type PictureSizes } from '../preview/picture-sizes.ts';
import type { TextTools } from '../text/text-tools.ts';
import { onRequest, onUpdate } from '../text/view-state.ts';
import { type DialogName, type DialogsProps, loadDialog } from './dialogs.tsx';

type ActsOptions = {
  session: DraftSession;
  written: ReturnType<typeof useDraftForm>;
  deps: EditorDeps;
};

/** Commands of the editor and their dialogs. */
export function useEditorCommands({ session, written, deps }: ActsOptions) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<DialogName>();
  const openDialog = (name: DialogName) => loadDialog(name, setOpen);
  const saveNow = useSaveNow(session);
  const { snapshot, view, take, show, refuse } = written;
  const { readOnly } = written.writing;

  const withdraw = async () => {
    if (!(await session.flush())) return toastUnsaved(session.saveState);
    const body = { id: snapshot.id ?? 0 };
    await deps.calls.drafts.withdraw({ body });
    const draft = await deps.reading.drafts.mine({ query: body });
    // typed meanwhile: goes on from the withdrawn draft
    if (session.isDirty) session.continueFrom(draft, session.content);
    else take(draft);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens by a state setter, which never changes
  useEffect(() => (view ? onRequest(view, (what) => what === 'import' && openDialog(what)) : undefined), [view]);
  const handIn = () => openDialog('hand-in');
  const save = () => void saveNow();
  useDeskKeys({ save: () => readOnly || save(), handIn: () => readOnly || handIn() });
  return {
    withdraw,
    merge: () => openDialog('merge'),
    bar: {
      tools: editorTools(snapshot.id === null, readOnly, openDialog),
      save: readOnly ? null : save,
      handIn: readOnly ? null : handIn,
    },
    dialogs: {
      open,
      close: () => setOpen(undefined),
      insert: (markdown: string) => insertText(view, markdown),
      show,
      onRefused: refuse,
      onDone: ({ path, state }: Parameters<DialogsProps['onDone']>[0]) => {
        const hasPage = state === 'published' || state === 'private';
        void session.forget().then(() => navigate(hasPage ? path : '/user'));
      },
    },
  };
}

function editorTools(isUnknown: boolean, readOnly: boolean, open: (dialog: DialogName) => void): Tool[] {
  const importing = { words: '导入 .md', icon: 'box', run: () => open('import') };
  return [
    { words: '历史', icon: 'clock', run: () => open('history'), isOff: isUnknown },
    ...(readOnly ? [] : [importing]),
    { words: '分享', icon: 'share', run: () => open('share'), isOff: isUnknown },
  ];
}

/** Saves on demand and shows the result in a toast. */
function useSaveNow(session: DraftSession) {
  return async () => {
    if (await session.flush()) return toast('success', '已保存');
    toastUnsaved(session.saveState);
  };
}

function toastUnsaved(saveState: SaveState) {
  const { type, text } = said(saveState);
  toast(type, text);
}

function said(saveState: SaveState): { type: 'warning' | 'error'; text: string } {
  if (saveState.is === 'stale') return { type: 'warning', text: '别处有更新的版本，请先合并再保存' };
  if (saveState.is === 'refused') return { type: 'error', text: saveState.failure.message };
  if (saveState.is === 'signed-out') return { type: 'warning', text: '登录已过期，文字都在这台设备上' };
  return { type: 'warning', text: '没有网络，已保存在这台设备' };
}

/** Ctrl+S saves and Ctrl+Enter submits, except while a dialog is open. */
function useDeskKeys(acts: { save: () => void; handIn: () => void }) {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const act = { s: latest.current.save, Enter: latest.current.handIn }[event.key];
      if (!act) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

export type Tool = {
  words: string;
  icon: string;
  run: () => void;
  isOff?: boolean;
};

type ToolsPart = { createTextTools: (deps: EditorDeps, sizes: PictureSizes) => TextTools };

/** Tools of the text once their part is there, and the picture sizes they share with the preview. */
export function useTextTools(deps: EditorDeps, part: ToolsPart | undefined) {
  const [sizes] = useState(() =>
    createPictureSizes((addresses) => deps.reading.files.sizes({ query: { addresses: addresses.join(',') } })),
  );
  const [tools, setTools] = useState<TextTools>();
  if (part && !tools) setTools(part.createTextTools(deps, sizes));
  return { sizes, tools };
}

/** Follows the count of pictures that are not part of the text yet. */
export function usePendingPictures(view: EditorView | null, tools: TextTools | undefined) {
  const subscribe = useCallback((notify: () => void) => (view ? onUpdate(view, notify) : () => {}), [view]);
  return useSyncExternalStore(subscribe, () => (view && tools ? tools.countPending(view) : 0));
}

function insertText(view: EditorView | null, text: string) {
  if (!view) return;
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
  view.focus();
}
