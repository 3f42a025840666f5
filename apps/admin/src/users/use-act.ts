import { isFailure } from '@mojian/contract/failures';
import { App } from 'antd';

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

export function wordsOf(error: unknown) {
  return isFailure(error) ? error.message : '没有做成，请看看网络是否通畅';
}
