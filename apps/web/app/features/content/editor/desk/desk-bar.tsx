import { Icon } from '@mojian/ui/icon';
import { type ComponentType, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { SiteSeal } from '../../../../site/site-seal.tsx';
import { relativeTime } from '../../../../ui/moment.tsx';
import type { DraftSnapshot } from '../autosave/draft-session.ts';
import type { SaveState } from '../autosave/server-copy.ts';
import type { Settings } from '../settings/use-settings.ts';
import { closeAround, Popup } from '../text/toolbar/popup.tsx';
import type { Tool } from './commands.ts';
import { desks, useMedia } from './use-media.ts';

type Props = {
  snapshot: DraftSnapshot;
  /** Whether this tab saves. */
  isMine: boolean;
  tools: Tool[];
  /** Null when read-only. */
  save: (() => void) | null;
  handIn: (() => void) | null;
  /** Label of the submit button, such as 发布 or 提交审核. */
  handInWords: string;
  settings: Settings;
  MemberButtons: ComponentType;
};

/** Top bar: back, save status, commands, submit. */
export function DeskBar({ snapshot, isMine, tools, save, handIn, handInWords, settings, MemberButtons }: Props) {
  const isPhone = useMedia(desks.phone);
  return (
    <header className="desk-bar row">
      <BackButton />
      <Link to="/" className="desk-home" aria-label="首页">
        <SiteSeal />
      </Link>
      {isMine && <SaveStatus snapshot={snapshot} />}
      <span className="push" />
      {!isPhone && tools.map((tool) => <BarTool key={tool.words} {...tool} />)}
      {!isPhone && <SettingsButton settings={settings} />}
      {!isPhone && save && (
        <button type="button" className="btn" aria-keyshortcuts="Control+S" onClick={save}>
          保存草稿
        </button>
      )}
      {isPhone && <MoreMenu tools={save ? [...tools, { words: '保存草稿', icon: 'ok', run: save }] : tools} />}
      {handIn && (
        <button type="button" className="btn btn-seal" aria-keyshortcuts="Control+Enter" onClick={handIn}>
          {handInWords}
        </button>
      )}
      <MemberButtons />
    </header>
  );
}

function BackButton() {
  const navigate = useNavigate();
  // opened directly: there is no entry to go back to
  const back = () => ((history.state?.idx ?? 0) > 0 ? void navigate(-1) : void navigate('/user'));
  return (
    <button type="button" className="icon-button" aria-label="返回" onClick={back}>
      <Icon name="left" />
    </button>
  );
}

function BarTool({ words, icon, run, isOff }: Tool) {
  return (
    <button type="button" className="btn quiet" onClick={run} disabled={isOff}>
      <Icon name={icon} />
      {words}
    </button>
  );
}

function MoreMenu({ tools }: { tools: Tool[] }) {
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="更多操作"
        aria-haspopup="menu"
        popoverTarget="desk-more"
      >
        <Icon name="dots" />
      </button>
      <Popup id="desk-more" label="更多操作">
        {tools.map(({ words, icon, run, isOff }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isOff}
            onClick={({ currentTarget }) => {
              closeAround(currentTarget);
              run();
            }}
          >
            <Icon name={icon} />
            <span>{words}</span>
          </button>
        ))}
      </Popup>
    </>
  );
}

type StatusText = { icon: string; text: string; tone?: 'calm' | 'warn' | 'bad' };

const words: Record<SaveState['is'], StatusText> = {
  saved: { icon: 'ok', text: '已保存', tone: 'calm' },
  unsaved: { icon: 'edit', text: '正在保存' },
  saving: { icon: 'refresh', text: '正在保存' },
  offline: { icon: 'box', text: '没有网络，已保存在这台设备', tone: 'warn' },
  unable: { icon: 'box', text: '服务器没有响应，已保存在这台设备', tone: 'warn' },
  'signed-out': { icon: 'key', text: '登录已过期，文字都在', tone: 'warn' },
  stranger: { icon: 'user', text: '登录的账号变了，文字都在', tone: 'warn' },
  stale: { icon: 'warn', text: '别处有更新的版本', tone: 'warn' },
  refused: { icon: 'warn', text: '还没有保存到服务器，已保存在这台设备', tone: 'bad' },
};

/** Save status as text and icon. */
function SaveStatus({ snapshot: { saveState, isStoredLocally, isDirty } }: { snapshot: DraftSnapshot }) {
  const { icon, text, tone } = isStoredLocally || !isDirty ? statusFor(saveState) : notStored;
  const at = saveState.is === 'saved' ? saveState.at : null;
  return (
    <span className="desk-saved row gap-1-5 dim" data-tone={tone}>
      <Icon name={icon} />
      <span role="status">{text}</span>
      {at !== null && <Since at={at} />}
    </span>
  );
}

const notStored: StatusText = { icon: 'warn', text: '这台设备已存满，请不要关闭此页', tone: 'bad' };
const nothingYet: StatusText = { icon: 'edit', text: '会自动保存' };

const statusFor = (saveState: SaveState) =>
  saveState.is === 'saved' && saveState.at === null ? nothingYet : words[saveState.is];

/** Relative time outside the live region, so that screen readers stay quiet. */
function Since({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  return <span className="desk-since">{relativeTime(at, Math.max(now, at))}</span>;
}

/** Opens the settings sheet; hidden by CSS where the column is shown. */
function SettingsButton({ settings }: { settings: Settings }) {
  return (
    <button type="button" className="btn quiet settings-button" aria-haspopup="dialog" onClick={settings.open}>
      设置
    </button>
  );
}
