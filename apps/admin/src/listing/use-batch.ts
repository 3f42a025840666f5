import type { BatchResult } from '@mojian/contract/admin/batch';
import { App } from 'antd';
import { useState } from 'react';

/** What is chosen of a list, and doing one thing to all of it. What failed as a whole stays chosen. */
export function useBatch(act: (ids: number[], name: string) => Promise<BatchResult | undefined>, onDone: () => void) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<number[]>([]);

  const run = async (name: string) => {
    const result = await act(chosen, name).catch((error: Error) => void message.error(error.message));
    if (!result) return;
    if (result.done > 0) message.success(`处理了 ${result.done} 个`);
    for (const { id, why } of result.failed.slice(0, 3)) message.warning(`${id}：${why}`);
    setChosen([]);
    onDone();
  };
  return { chosen, setChosen, run };
}
