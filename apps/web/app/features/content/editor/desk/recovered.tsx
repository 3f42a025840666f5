import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Strip, StripButton } from './strip.tsx';

/** Something newer was found in this browser, and taken. */
export function Recovered({ undo }: { undo: () => void }) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  const onUndo = () => {
    undo();
    close();
  };
  const acts = (
    <>
      <StripButton onClick={onUndo}>放弃，用已保存的版本</StripButton>
      <button type="button" className="ib" aria-label="知道了" onClick={close}>
        <Icon name="x" />
      </button>
    </>
  );
  return (
    <Strip icon="box" acts={acts}>
      上次有没保存到服务器的内容，已经从这台设备找回。
    </Strip>
  );
}
