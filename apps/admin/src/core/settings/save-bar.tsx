import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import './save-bar.css';

type SaveBarProps = {
  count: number;
  /** Names of the changes, where the screen can tell them. */
  changes?: string[];
  isSaving: boolean;
  save: () => Promise<string[]>;
  undo: () => void;
};

/** Stands at the foot of a screen while something is not saved. */
export function SaveBar({ count, changes = [], isSaving, save, undo }: SaveBarProps) {
  const { message, modal } = App.useApp();
  const start = async () => {
    const refused = await save();
    if (refused.length > 0) message.error(`保存失败：${refused.join('、')}。填写的内容都还在`);
    else message.success('已保存，读者现在看到的就是它');
  };
  useSaveKey(() => {
    if (!isSaving) start();
  });
  const ask = () =>
    modal.confirm({
      title: '还原没有保存的改动？',
      content: `这${countText(count)}处会回到上次保存的样子。`,
      okText: '还原',
      onOk: undo,
    });
  return (
    <div className="save-bar">
      <span className="state state-warn" role="status">
        {countText(count)}处没有保存{changes.length > 0 && `：${changes.join('，')}`}
      </span>
      <Button type="text" onClick={ask} disabled={isSaving}>
        还原
      </Button>
      <Button
        type="primary"
        icon={<Icon name="save" />}
        title="Ctrl + S"
        aria-keyshortcuts="Control+S"
        loading={isSaving}
        onClick={start}
      >
        保存
      </Button>
    </div>
  );
}

function useSaveKey(save: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function countText(count: number) {
  return '零一两三四五六七八九十'[count] ?? String(count);
}
