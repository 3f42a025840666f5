import { Icon } from '@mojian/ui/icon';
import { type ComponentType, Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { SiteSeal } from '../../../../site-seal.tsx';
import type { Sight } from '../journal/sight.ts';
import { SettingsButton } from '../settings/settings-place.tsx';
import type { Settings } from '../settings/use-settings.ts';
import { MoreMenu } from './more-menu.tsx';
import { SavedWord } from './saved-word.tsx';
import type { Tool } from './tools.ts';
import { desks, useMedia } from './use-media.ts';

type Props = {
  sight: Sight;
  /** What can be done with the article, besides saving it and handing it in. */
  tools: Tool[];
  /** Null where nothing can be changed. */
  save: (() => void) | null;
  handIn: (() => void) | null;
  /** What handing it in will do: 发布, 提交审核. */
  handInWords: string;
  settings: Settings;
  Who: ComponentType;
};

/** The bar above the desk: the way back, where the text is saved, and what is done with it. */
export function TopBar({ sight, tools, save, handIn, handInWords, settings, Who }: Props) {
  const isPhone = useMedia(desks.phone);
  return (
    <header className="desk-bar">
      <BackButton />
      <Link to="/" className="desk-home" aria-label="首页">
        <SiteSeal />
      </Link>
      <SavedWord sight={sight} />
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
        <button type="button" className="btn seal-b" aria-keyshortcuts="Control+Enter" onClick={handIn}>
          {handInWords}
        </button>
      )}
      <Suspense>
        <Who />
      </Suspense>
    </header>
  );
}

function BackButton() {
  const navigate = useNavigate();
  // without a way back on the site there is still somewhere to go
  const back = () => ((history.state?.idx ?? 0) > 0 ? void navigate(-1) : void navigate('/user'));
  return (
    <button type="button" className="ib" aria-label="返回" onClick={back}>
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
