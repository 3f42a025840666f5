import { App } from 'antd';
import { wordsOf } from '../../platform/words-of.ts';

/** Does something and says how it went; `onDone` only when it went well. */
export function useAct(onDone: () => void) {
  const { message } = App.useApp();
  return async (done: string, work: () => Promise<unknown>) => {
    try {
      await work();
      message.success(done);
      onDone();
    } catch (error) {
      message.error(wordsOf(error));
    }
  };
}
