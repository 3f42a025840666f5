import type { Me } from '@mojian/contract/me';
import type { SiteInfo } from '@mojian/contract/site';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { EditorParts } from '../editor-parts.ts';
import { type Entry, isBlank } from '../journal/entry.ts';
import { useLeaving } from '../journal/use-leaving.ts';
import type { Desk } from '../journal/use-opened.ts';
import { useWriting } from '../journal/use-writing.ts';
import { choosePictures } from '../pictures/add-pictures.ts';
import { TextDesk } from '../text/text-desk.tsx';
import { DeskDialogs, type DialogName } from './desk-dialogs.tsx';
import { DeskTabs, type Tab } from './desk-tabs.tsx';
import { LookPane } from './look-pane.tsx';
import { Recovered } from './recovered.tsx';
import { Strips } from './strips.tsx';
import { TitleField } from './title-field.tsx';
import type { Tool } from './tools.ts';
import { TopBar } from './top-bar.tsx';
import { Unfinished } from './unfinished.tsx';
import { desks, useMedia } from './use-media.ts';
import { useDeskKeys, useSaveNow } from './use-save-now.ts';
import { useTextParts } from './use-text-parts.ts';

export type DeskProps = {
  desk: Desk;
  me: Me;
  /** As the address has it. */
  id: number | undefined;
  parts: EditorParts;
  site: Pick<SiteInfo, 'name' | 'url'>;
  /** Loads the article anew. */
  again: () => void;
  open: (entry: Entry) => void;
  onStranger: () => void;
};

/** One article on the desk. */
export function WritingDesk({ desk, me, id, parts, site, open, onStranger }: DeskProps) {
  const { manuscript, before, isMine, take } = desk;
  const desked = useWriting({ me, manuscript, isMine });
  const { sight, writing, view, setView, onText } = desked;
  const { sizes, extensions } = useTextParts(parts);
  const [dialog, setDialog] = useState<DialogName>();
  const [tab, setTab] = useState<Tab>('write');
  const isPhone = useMedia(desks.phone);
  const saveNow = useSaveNow(manuscript);
  useLeaving(manuscript, sight);
  useAddress(manuscript, sight.id, id);

  const readOnly = !isMine || sight.draft?.submittedAt != null || sight.draft?.may.edit === false;
  const withdraw = async () => {
    await manuscript.flush();
    await parts.calls.drafts.withdraw({ body: { id: sight.id ?? 0 } });
    desked.take(await parts.reading.drafts.mine({ query: { id: sight.id ?? 0 } }));
  };
  const handIn = () => readOnly || setDialog('hand-in');
  useDeskKeys({ save: () => readOnly || void saveNow(), handIn });
  const title = (
    <>
      {id === undefined && sight.id === null && isBlank(sight.content) && <Unfinished member={me.id} open={open} />}
      <TitleField writing={writing} readOnly={readOnly} onDone={() => view?.focus()} />
    </>
  );
  return (
    <main id="main" className="desk" data-tab={tab}>
      <h1 className="vh">写文章</h1>
      <TopBar
        sight={sight}
        tools={toolsOf({ sight, readOnly, setDialog })}
        save={readOnly ? null : () => void saveNow()}
        handIn={readOnly ? null : { words: '发布', open: handIn }}
      />
      <Strips me={me} sight={sight} isMine={isMine} take={take} merge={() => setDialog('merge')} withdraw={() => void withdraw()} onStranger={onStranger} />
      {before && <Recovered undo={() => writing.change(before)} />}
      {isPhone && <DeskTabs tab={tab} show={setTab} settings={() => {}} />}
      <div className="desk-body">
        <TextDesk
          initial={manuscript.content.markdown}
          onChange={onText}
          onView={setView}
          onPicture={() => view && choosePictures(view)}
          extensions={extensions}
          readOnly={readOnly}
          title={title}
        />
        {(!isPhone || tab === 'look') && <LookPane writing={writing} view={view} sizes={sizes} siteOrigin={site.url} calls={parts.reading} />}
      </div>
      <DeskDialogs dialog={dialog} close={() => setDialog(undefined)} {...desked} manuscript={manuscript} parts={parts} />
    </main>
  );
}

function useAddress(manuscript: Desk['manuscript'], own: number | null, id: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (own === null) return;
    // what may be done with it is known only now
    if (!manuscript.sender.draft) manuscript.learn().catch(() => {});
    if (own !== id) void navigate(`/newposts?id=${own}`, { replace: true, preventScrollReset: true });
  }, [own, id, manuscript, navigate]);
}

type ToolsOf = { sight: { id: number | null }; readOnly: boolean; setDialog: (dialog: DialogName) => void };

function toolsOf({ sight, readOnly, setDialog }: ToolsOf): Tool[] {
  const isUnknown = sight.id === null;
  return [
    { words: '历史', icon: 'clock', run: () => setDialog('history'), isOff: isUnknown },
    ...(readOnly ? [] : [{ words: '导入 .md', icon: 'box', run: () => setDialog('import') }]),
    { words: '分享', icon: 'share', run: () => setDialog('share'), isOff: isUnknown },
  ];
}
