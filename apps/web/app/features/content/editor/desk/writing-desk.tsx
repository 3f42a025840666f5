import { EditorView } from '@codemirror/view';
import type { Me } from '@mojian/contract/core/me';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSeenHeight } from '../../../../ui/use-seen-height.ts';
import type { EditorParts, EditorSite } from '../editor-parts.ts';
import { type Entry, isBlank } from '../journal/entry.ts';
import type { Desk } from '../journal/opener.ts';
import { useLeaving } from '../journal/use-leaving.ts';
import { useWriting } from '../journal/use-writing.ts';
import { choosePictures } from '../pictures/add-pictures.ts';
import { planOf } from '../settings/hand-in/plan.ts';
import { SettingsPlace } from '../settings/settings-place.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { TextDesk } from '../text/text-desk.tsx';
import { DeskDialogs } from './desk-dialogs.tsx';
import { DeskTabs, type Tab } from './desk-tabs.tsx';
import { LookPane } from './look-pane.tsx';
import { Recovered } from './recovered.tsx';
import { Strips } from './strips.tsx';
import { TitleField } from './title-field.tsx';
import { TopBar } from './top-bar.tsx';
import { Unfinished } from './unfinished.tsx';
import { useActs } from './use-acts.ts';
import { desks, useMedia } from './use-media.ts';
import { useTextParts } from './use-text-parts.ts';

export type DeskProps = {
  desk: Desk;
  me: Me;
  /** As the address has it. */
  id: number | undefined;
  parts: EditorParts;
  site: EditorSite;
  open: (entry: Entry) => void;
  onStranger: () => void;
};

/** One article on the desk. */
export function WritingDesk({ desk, me, id, parts, site, open, onStranger }: DeskProps) {
  const { manuscript, before, isMine, take } = desk;
  const written = useWriting({ me, manuscript, isMine });
  const { sight, writing, view, setView, onText } = written;
  const { sizes, extensions } = useTextParts(parts);
  const settings = useSettings();
  const [tab, setTab] = useState<Tab>('write');
  const isPhone = useMedia(desks.phone);
  const acts = useActs({ manuscript, written, parts, isMine });
  useLeaving(manuscript, sight);
  useSeenHeight();
  useCaretInSight(view);
  useAddress(manuscript, sight.id, id);

  const { readOnly } = acts;
  const isNew = id === undefined && sight.id === null && isBlank(sight.content);
  return (
    <main id="main" className="desk" data-tab={tab}>
      <h1 className="vh">写文章</h1>
      <TopBar
        {...{ sight, settings }}
        {...acts.bar}
        Who={parts.Who}
        handInWords={planOf({ ...writing, ...settings }).act}
      />
      <Strips {...{ me, sight, isMine, take, onStranger }} merge={acts.merge} withdraw={() => void acts.withdraw()} />
      {before && <Recovered undo={() => writing.change(before)} />}
      {isNew && <Unfinished member={me.id} open={open} />}
      {isPhone && <DeskTabs tab={tab} show={setTab} settings={settings.open} />}
      <div className="desk-body">
        <TextDesk
          initial={manuscript.content.markdown}
          onChange={onText}
          onView={setView}
          onPicture={() => view && choosePictures(view)}
          extensions={extensions}
          readOnly={readOnly}
          title={<TitleField writing={writing} readOnly={readOnly} onDone={() => view?.focus()} />}
        />
        {(!isPhone || tab === 'look') && <LookPane {...{ writing, view, sizes }} parts={parts} />}
        <SettingsPlace {...{ writing, parts, settings, site }} withdraw={acts.withdraw} />
      </div>
      <DeskDialogs {...acts.dialogs} {...{ manuscript, writing, settings, parts, site }} />
    </main>
  );
}

/** The keyboard takes half of the text away: the line that is being written stays in the other. */
function useCaretInSight(view: EditorView | null) {
  useEffect(() => {
    if (!view) return;
    const show = () =>
      view.hasFocus && view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
    visualViewport?.addEventListener('resize', show);
    return () => visualViewport?.removeEventListener('resize', show);
  }, [view]);
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
