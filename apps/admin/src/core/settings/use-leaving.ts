import { App } from 'antd';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Asks before leaving with something not saved, by the menu or by closing the window. */
export function useLeaving(isUnsaved: boolean) {
  const { modal } = App.useApp();
  const blocker = useBlocker(isUnsaved);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    modal.confirm({
      title: '有改动没有保存',
      content: '离开之后，这些改动会丢失。',
      okText: '离开',
      cancelText: '继续编辑',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    });
  }, [blocker, modal]);

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
