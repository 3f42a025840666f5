import { Icon } from '@mojian/ui/icon';
import { useSyncExternalStore } from 'react';
import { Dialog } from '../../../../ui/dialog.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import type { SettingsProps } from './settings-props.ts';
import type { Settings } from './use-settings.ts';

const wide = '(min-width: 1280px)';

/** The panel: a column beside the text where there is room for one, else a sheet that comes and goes. */
export function SettingsPlace(props: SettingsProps) {
  const hasRoom = useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => true,
  );
  const { isOpen, close } = props.settings;
  if (hasRoom)
    return (
      <aside className="settings-column" aria-label="文章设置">
        <SettingsPanel {...props} />
      </aside>
    );
  if (!isOpen) return null;
  return (
    <Dialog className="settings-sheet" label="文章设置" onClose={close}>
      <div className="in">
        <header>
          <h2>文章设置</h2>
          <button className="ib" type="button" aria-label="关闭" onClick={close}>
            <Icon name="x" />
          </button>
        </header>
        <SettingsPanel {...props} />
      </div>
    </Dialog>
  );
}

function watchWidth(tell: () => void) {
  const room = matchMedia(wide);
  room.addEventListener('change', tell);
  return () => room.removeEventListener('change', tell);
}

/** Opens the sheet; not to be seen where the column stands. */
export function SettingsButton({ settings }: { settings: Settings }) {
  return (
    <button type="button" className="btn quiet settings-button" aria-haspopup="dialog" onClick={settings.open}>
      设置
    </button>
  );
}
