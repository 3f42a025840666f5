import { isFailure } from '@mojian/contract/platform/failures';
import { App } from 'antd';
import { useState } from 'react';

/** Does something once at a time, and says what became of it. `name` tells which of several is under way. */
export function useAct() {
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
