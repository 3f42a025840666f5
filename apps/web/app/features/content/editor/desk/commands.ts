import type { EditorView } from '@codemirror/view';
import type { Draft } from '@mojian/contract/content/drafts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { copyText } from '../../../../ui/copy-text.ts';
import { toast } from '../../../../ui/toast.ts';
import type { Manuscript } from '../autosave/draft-session.ts';
import type { Standing } from '../autosave/server-copy.ts';
import type { useWriting } from '../autosave/use-draft.ts';
import type { EditorParts } from '../context.ts';
import { richPaste } from '../paste/rich-paste.ts';
import { pictureIntake } from '../pictures/picture-intake.ts';
import { createPictureSizes } from '../preview/render.ts';
import type { DialogName, DialogsProps } from './dialogs.tsx';

type ActsOptions = {
  manuscript: Manuscript;
  written: ReturnType<typeof useWriting>;
  parts: EditorParts;
  isMine: boolean;
};

/** What can be done with the article on the desk. */
export function useActs({ manuscript, written, parts, isMine }: ActsOptions) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<DialogName>();
  const saveNow = useSaveNow(manuscript);
  const { sight, view, take, show, refuse } = written;
  const readOnly = !isMine || isHandedIn(sight.draft) || sight.draft?.may.edit === false;

  const withdraw = async () => {
    await manuscript.flush();
    const body = { id: sight.id ?? 0 };
    await parts.calls.drafts.withdraw({ body });
    take(await parts.reading.drafts.mine({ query: body }));
  };
  const handIn = () => setOpen('hand-in');
  const save = () => void saveNow();
  useDeskKeys({ save: () => readOnly || save(), handIn: () => readOnly || handIn() });
  return {
    readOnly,
    withdraw,
    merge: () => setOpen('merge'),
    bar: {
      tools: toolsOf(sight.id === null, readOnly, setOpen),
      save: readOnly ? null : save,
      handIn: readOnly ? null : handIn,
    },
    dialogs: {
      open,
      close: () => setOpen(undefined),
      insert: (markdown: string) => insertText(view, markdown),
      show,
      onRefused: refuse,
      onDone: ({ id, state, said }: Parameters<DialogsProps['onDone']>[0]) => {
        const hasPage = state === 'published' || state === 'private';
        const copy = { words: '复制链接', run: () => void copyLink(`${parts.siteOrigin}/article/${id}`) };
        toast('success', said, state === 'published' ? copy : undefined);
        void manuscript.forget().then(() => navigate(hasPage ? `/article/${id}` : '/user'));
      },
    },
  };
}

async function copyLink(address: string) {
  if (await copyText(address)) toast('success', '链接已复制');
  else toast('error', '复制失败，请从地址栏复制');
}

/** What waits for review stays as it is until it is taken back. */
const isHandedIn = (draft: Draft | null) => draft !== null && draft.submittedAt !== null;

function toolsOf(isUnknown: boolean, readOnly: boolean, open: (dialog: DialogName) => void): Tool[] {
  const importing = { words: '导入 .md', icon: 'box', run: () => open('import') };
  return [
    { words: '历史', icon: 'clock', run: () => open('history'), isOff: isUnknown },
    ...(readOnly ? [] : [importing]),
    { words: '分享', icon: 'share', run: () => open('share'), isOff: isUnknown },
  ];
}

/** Saves when the writer says so, and says how it went. */
function useSaveNow(manuscript: Manuscript) {
  return async () => {
    if (await manuscript.flush()) return toast('success', '已保存');
    const { type, text } = said(manuscript.standing);
    toast(type, text);
  };
}

function said(standing: Standing): { type: 'warning' | 'error'; text: string } {
  if (standing.is === 'stale') return { type: 'warning', text: '别处有更新的版本，请先合并再保存' };
  if (standing.is === 'refused') return { type: 'error', text: standing.failure.message };
  if (standing.is === 'signed-out') return { type: 'warning', text: '登录已过期，文字都在这台设备上' };
  return { type: 'warning', text: '没有网络，已保存在这台设备' };
}

/** Ctrl S saves and Ctrl Enter hands in, wherever on the desk the focus is; not while a dialog lies over it. */
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

/** One of the things that can be done with an article. */
export type Tool = {
  words: string;
  icon: string;
  run: () => void;
  /** There is nothing to do it with yet. */
  isOff?: boolean;
};

/** What text and preview share, made once for the time an article is open. */
export function useTextParts({ reading, upload }: EditorParts) {
  const [shared] = useState(() => {
    const sizes = createPictureSizes((addresses) => reading.files.sizes({ query: { addresses: addresses.join(',') } }));
    const onArrived = sizes.remember;
    const take = (url: string) => reading.files.take({ body: { url } });
    return { sizes, extensions: [richPaste({ take, onArrived }), pictureIntake({ upload, onArrived })] };
  });
  return shared;
}

/** Puts Markdown where the caret is. */
function insertText(view: EditorView | null, text: string) {
  if (!view) return;
  view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: 'input.paste' });
  view.focus();
}
