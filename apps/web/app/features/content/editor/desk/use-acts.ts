import type { Draft } from '@mojian/contract/content/drafts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { copyText } from '../../../../ui/copy-text.ts';
import { toast } from '../../../../ui/toast.ts';
import type { EditorParts } from '../editor-parts.ts';
import type { Manuscript } from '../journal/manuscript.ts';
import type { useWriting } from '../journal/use-writing.ts';
import type { DialogName, DialogsProps } from './desk-dialogs.tsx';
import type { Tool } from './tools.ts';
import { useDeskKeys, useSaveNow } from './use-save-now.ts';
import { insertText } from './use-text-parts.ts';

type Given = {
  manuscript: Manuscript;
  written: ReturnType<typeof useWriting>;
  parts: EditorParts;
  isMine: boolean;
};

/** What can be done with the article on the desk. */
export function useActs({ manuscript, written, parts, isMine }: Given) {
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
