import { isFailure } from '@mojian/contract/platform/failures';
import { App } from 'antd';
import { useState } from 'react';

/** Runs one action at a time and shows its outcome; `doing` is the name of the one under way. */
export function useAction() {
  const { message } = App.useApp();
  const [doing, setDoing] = useState('');
  const act = async (name: string, work: () => Promise<string>) => {
    setDoing(name);
    try {
      message.success(await work());
    } catch (error) {
      message.error(isFailure(error) ? error.message : '操作失败，请重试');
    }
    setDoing('');
  };
  return { doing, act };
}
