import { EditorView } from '@codemirror/view';
import type { Me } from '@mojian/contract/core/sessions';
import { longestArticleTitle } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Moment } from '../../../../ui/moment.tsx';
import { useSeenHeight } from '../../../../ui/use-seen-height.ts';
import type { OpenDraft } from '../autosave/draft-loader.ts';
import {
  deleteLocalDraft,
  isBlankContent,
  type LocalDraft,
  listLocalDrafts,
  putLocalDraft,
} from '../autosave/local-copy.ts';
import { useDraftForm, useLeaveGuard } from '../autosave/use-draft.ts';
import type { EditorDeps, EditorSite, Writing } from '../context.ts';
import { useSettings } from '../settings/use-settings.ts';
import { submitPlan } from '../submit/submit-plan.ts';
import { TextEditor } from '../text/text-editor.tsx';
import { Banners, RecoveredBanner } from './banners.tsx';
import { useEditorCommands, usePendingPictures, useTextTools } from './commands.ts';
import { DeskBar } from './desk-bar.tsx';
import { DeskDialogs } from './dialogs.tsx';
import { Preview, Settings } from './side-panes.tsx';
import { desks, useMedia } from './use-media.ts';
import '../../../../ui/tabs.css';

type DeskProps = {
  desk: OpenDraft;
  me: Me;
  id: number | undefined;
  deps: EditorDeps;
  site: EditorSite;
  open: (entry: LocalDraft) => void;
  onStranger: () => void;
  /** Loaded beside the article. */
  toolsPart: Parameters<typeof useTextTools>[1];
};

/** Editor for one loaded article. */
export function WritingDesk({ desk, me, id, deps, site, open, onStranger, toolsPart }: DeskProps) {
  const { session, serverContent: before, isEditable: isMine, takeOver: take } = desk;
  const written = useDraftForm({ me, session, isMine });
  const { snapshot, writing, view, setView, onText } = written;
  const { sizes, tools } = useTextTools(deps, toolsPart);
  const settings = useSettings();
  const [tab, setTab] = useState<Tab>('write');
  const isPhone = useMedia(desks.phone);
  const acts = useEditorCommands({ session, written, deps });
  const pictures = usePendingPictures(view, tools);
  useLeaveGuard({ session, snapshot, isMine, pictures });
  useSeenHeight();
  useVisibleCaret(view);
  useDraftUrl(session, snapshot.id, id);

  const { readOnly } = writing;
  const shared = { session, writing, settings, pictures };
  const isNew = id === undefined && snapshot.id === null && isBlankContent(snapshot.content);
  return (
    <main id="main" className="editor column" data-tab={tab} data-own-foot>
      <h1 className="visually-hidden">{writing.kind === 'page' ? '写页面' : '写文章'}</h1>
      <DeskBar
        snapshot={snapshot}
        isMine={isMine}
        settings={settings}
        {...acts.bar}
        MemberButtons={deps.MemberButtons}
        handInWords={submitPlan({ ...writing, ...settings }).act}
      />
      <Banners
        me={me}
        snapshot={snapshot}
        isMine={isMine}
        take={take}
        onStranger={onStranger}
        merge={acts.merge}
        withdraw={() => void acts.withdraw()}
      />
      {before && !readOnly && <RecoveredBanner undo={() => writing.change(before)} />}
      {isNew && <Unfinished member={me.id} open={open} />}
      {isPhone && <DeskTabs tab={tab} show={setTab} settings={settings.open} />}
      <div className="desk-body">
        <TextEditor
          initial={session.content.markdown}
          onChange={onText}
          onView={setView}
          tools={tools}
          readOnly={readOnly}
          title={<TitleField writing={writing} readOnly={readOnly} onDone={() => view?.focus()} />}
        />
        {(!isPhone || tab === 'look') && <Preview writing={writing} view={view} sizes={sizes} deps={deps} />}
        <Settings writing={writing} deps={deps} settings={settings} site={site} withdraw={acts.withdraw} />
      </div>
      <DeskDialogs {...acts.dialogs} {...shared} deps={deps} site={site} />
    </main>
  );
}

/** Keeps the caret visible when the on-screen keyboard opens. */
function useVisibleCaret(view: EditorView | null) {
  useEffect(() => {
    if (!view) return;
    const show = () =>
      view.hasFocus && view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head) });
    visualViewport?.addEventListener('resize', show);
    return () => visualViewport?.removeEventListener('resize', show);
  }, [view]);
}

function useDraftUrl(session: OpenDraft['session'], own: number | null, id: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (own === null) return;
    // permissions are known only now
    if (!session.server.draft) session.refresh().catch(() => {});
    if (own !== id) void navigate(`/newposts?id=${own}`, { replace: true, preventScrollReset: true });
  }, [own, id, session, navigate]);
}

type Props = { writing: Writing; readOnly: boolean; onDone: () => void };

/** Title length from which the counter is shown. */
const counted = 60;

/** Auto-growing title field; shows an error instead of truncating. */
function TitleField({ writing, readOnly, onDone }: Props) {
  const { title } = writing.content;
  const error = writing.errors.title;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="desk-title">
      <textarea
        rows={1}
        aria-label="标题"
        placeholder="请输入标题"
        data-field="title"
        value={title}
        readOnly={readOnly}
        onChange={({ target }) => writing.change({ title: target.value.replaceAll(/[\r\n]+/g, ' ') })}
        onKeyDown={onKeyDown}
        aria-invalid={error !== undefined}
        aria-describedby="title-below"
      />
      <div id="title-below" className="desk-title-below row items-stretch gap-3 type-note dim">
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
        {title.length > counted && <span className="num">{`${title.length} / ${longestArticleTitle}`}</span>}
      </div>
    </div>
  );
}

type Tab = 'write' | 'look';

type DeskTabsProps = {
  tab: Tab;
  show: (tab: Tab) => void;
  settings: () => void;
};

const tabs = [
  { tab: 'write', words: '编辑' },
  { tab: 'look', words: '预览' },
] as const;

/** Tabs between text and preview on phones. */
function DeskTabs({ tab: present, show, settings }: DeskTabsProps) {
  return (
    <nav className="tabs desk-tabs" aria-label="查看方式">
      {tabs.map(({ tab, words }) => (
        <button key={tab} type="button" aria-current={tab === present ? 'true' : undefined} onClick={() => show(tab)}>
          {words}
        </button>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={settings}>
        设置
      </button>
    </nav>
  );
}

type UnfinishedProps = { member: number; open: (entry: LocalDraft) => void };

/** Lists unsaved local drafts when starting a new article. */
function Unfinished({ member, open }: UnfinishedProps) {
  const [entries, setEntries] = useState<LocalDraft[]>([]);
  const [dropped, setDropped] = useState<string[]>([]);
  useEffect(() => {
    let isGone = false;
    void listLocalDrafts(member).then((found) => !isGone && setEntries(found));
    return () => {
      isGone = true;
    };
  }, [member]);
  const drop = (entry: LocalDraft) => {
    setDropped([...dropped, entry.name]);
    void deleteLocalDraft(entry.name);
  };
  const putBack = (entry: LocalDraft) => {
    setDropped(dropped.filter((name) => name !== entry.name));
    void putLocalDraft(entry);
  };
  if (entries.length === 0) return null;
  return (
    <section className="desk-unfinished" aria-labelledby="unfinished">
      <h2 className="sub" id="unfinished">
        这台设备上还有没写完的
      </h2>
      <ul>
        {entries.map((entry) =>
          dropped.includes(entry.name) ? (
            <DeletedItem key={entry.name} entry={entry} putBack={putBack} />
          ) : (
            <UnfinishedItem key={entry.name} entry={entry} open={open} drop={drop} />
          ),
        )}
      </ul>
    </section>
  );
}

function UnfinishedItem({
  entry,
  open,
  drop,
}: {
  entry: LocalDraft;
  open: UnfinishedProps['open'];
  drop: (entry: LocalDraft) => void;
}) {
  const words = firstWords(entry);
  return (
    <li>
      <b>{words}</b>
      <Moment at={new Date(entry.at).toISOString()} />
      <button type="button" className="btn btn-sm" aria-label={`继续写：${words}`} onClick={() => open(entry)}>
        继续写
      </button>
      <button type="button" className="icon-button" aria-label={`删除：${words}`} onClick={() => drop(entry)}>
        <Icon name="x" />
      </button>
    </li>
  );
}

function DeletedItem({ entry, putBack }: { entry: LocalDraft; putBack: (entry: LocalDraft) => void }) {
  return (
    <li>
      <span>{`已删除「${firstWords(entry)}」`}</span>
      <button type="button" className="btn btn-sm" onClick={() => putBack(entry)}>
        撤销
      </button>
    </li>
  );
}

const firstWords = ({ content: { title, markdown } }: LocalDraft) =>
  title.trim().slice(0, 40) || markdown.trim().replaceAll(/\s+/g, ' ').slice(0, 40) || '无标题';
