import { Icon } from '@mojian/ui/icon';
import { App, Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import './save-bar.css';

type Props = { count: number; isSaving: boolean; save: () => Promise<string[]>; undo: () => void };

/** At the foot while something is not saved. */
export function SaveBar({ count, isSaving, save, undo }: Props) {
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
      content: `这${inWords(count)}处会回到上次保存的样子。`,
      okText: '还原',
      onOk: undo,
    });
  return (
    <div className="save-bar">
      <span className="state warn" role="status">
        {inWords(count)}处没有保存
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

/** As in every editor. */
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

function inWords(count: number) {
  return '零一两三四五六七八九十'[count] ?? String(count);
}
