import { EditorView } from '@codemirror/view';
import type { Me } from '@mojian/contract/core/me';
import { longestArticleTitle } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Moment } from '../../../../ui/moment.tsx';
import { useSeenHeight } from '../../../../ui/use-seen-height.ts';
import type { Desk } from '../autosave/draft-loader.ts';
import { dropEntry, type Entry, isBlank, listEntries, putEntry } from '../autosave/local-copy.ts';
import { useLeaving, useWriting } from '../autosave/use-draft.ts';
import type { EditorParts, EditorSite, Writing } from '../context.ts';
import { choosePictures } from '../pictures/picture-intake.ts';
import { LookPane } from '../preview/preview.tsx';
import { SettingsPlace } from '../settings/settings-panel.tsx';
import { useSettings } from '../settings/use-settings.ts';
import { planOf } from '../submit/submit-rules.ts';
import { TextDesk } from '../text/text-editor.tsx';
import { Recovered, Strips } from './banners.tsx';
import { useActs, useTextParts } from './commands.ts';
import { TopBar } from './desk-bar.tsx';
import { DeskDialogs } from './dialogs.tsx';
import { desks, useMedia } from './use-media.ts';

type DeskProps = {
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

type Props = { writing: Writing; readOnly: boolean; onDone: () => void };

/** Characters from which on it is shown how many there are. */
const counted = 60;

/** The title grows with what is written in it. What does not fit is said here, and nothing is cut off. */
function TitleField({ writing, readOnly, onDone }: Props) {
  const { title } = writing.content;
  const error = writing.errors.title;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onDone();
  };
  return (
    <div className="ttl">
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
      <div id="title-below" className="ttl-below">
        {error && (
          <p className="err" role="alert">
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
  /** Opens the sheet of settings, which lies over either. */
  settings: () => void;
};

const tabs = [
  { tab: 'write', words: '编辑' },
  { tab: 'look', words: '预览' },
] as const;

/** On phones one sees one thing at a time. */
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

type UnfinishedProps = { member: number; open: (entry: Entry) => void };

/** What was begun in this browser and never got to the server, offered where a new one is begun. */
function Unfinished({ member, open }: UnfinishedProps) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const [dropped, setDropped] = useState<string[]>([]);
  useEffect(() => {
    let isGone = false;
    void listEntries(member).then((found) => !isGone && setEntries(found));
    return () => {
      isGone = true;
    };
  }, [member]);
  const drop = (entry: Entry) => {
    setDropped([...dropped, entry.name]);
    void dropEntry(entry.name);
  };
  const putBack = (entry: Entry) => {
    setDropped(dropped.filter((name) => name !== entry.name));
    void putEntry(entry);
  };
  if (entries.length === 0) return null;
  return (
    <section className="unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">这台设备上还有没写完的</h2>
      <ul>
        {entries.map((entry) =>
          dropped.includes(entry.name) ? (
            <Dropped key={entry.name} entry={entry} putBack={putBack} />
          ) : (
            <Kept key={entry.name} entry={entry} open={open} drop={drop} />
          ),
        )}
      </ul>
    </section>
  );
}

function Kept({ entry, open, drop }: { entry: Entry; open: UnfinishedProps['open']; drop: (entry: Entry) => void }) {
  const words = firstWords(entry);
  return (
    <li>
      <b>{words}</b>
      <Moment at={new Date(entry.at).toISOString()} />
      <button type="button" className="btn sm" aria-label={`继续写：${words}`} onClick={() => open(entry)}>
        继续写
      </button>
      <button type="button" className="ib" aria-label={`删除：${words}`} onClick={() => drop(entry)}>
        <Icon name="x" />
      </button>
    </li>
  );
}

function Dropped({ entry, putBack }: { entry: Entry; putBack: (entry: Entry) => void }) {
  return (
    <li>
      <span>{`已删除「${firstWords(entry)}」`}</span>
      <button type="button" className="btn sm" onClick={() => putBack(entry)}>
        撤销
      </button>
    </li>
  );
}

const firstWords = ({ content: { title, markdown } }: Entry) =>
  title.trim().slice(0, 40) || markdown.trim().replaceAll(/\s+/g, ' ').slice(0, 40) || '无标题';
