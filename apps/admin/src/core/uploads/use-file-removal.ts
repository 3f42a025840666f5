import { App } from 'antd';
import { failureWords } from '../../platform/failure-words.ts';
import { api } from '../../platform/http-api.ts';

/** Removes pictures, and says of those that stay why. `onEnd`: it was done, for all or for some. */
export function useFileRemoval(onEnd: () => void) {
  const { message } = App.useApp();
  return async (keys: string[], evenUsed = false) => {
    try {
      const { done, failed } = await api.files.remove({ body: { keys, evenUsed } });
      const why = [...new Set(failed.map((one) => one.why))].join('；');
      if (done > 0) message.success(`已删除 ${done} 张`);
      if (failed.length > 0) message.warning(`${failed.length} 张没有删除：${why}`, 6);
      onEnd();
    } catch (error) {
      message.error(failureWords(error));
    }
  };
}
