import type { BatchResult } from '@mojian/contract/platform/batch';
import { App, Button } from 'antd';
import { useRevalidator } from 'react-router';
import { wordsOf } from '../words-of.ts';

/** `undo`: the act that takes it back. */
export type Deed = { name: string; title: string; undo?: string };

type Act = (ids: number[], name: string) => Promise<BatchResult | undefined>;

/** Seconds in which what was done may be taken back by a click. */
const undoWithin = 8;

/** Does something to rows, tells how it went, and offers to take back what can be. */
export function useDeeds(act: Act, onDone: () => void) {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();

  const run = async (ids: number[], deed: Deed) => {
    try {
      const result = await act(ids, deed.name);
      if (!result) return;
      tell(ids, deed, result);
    } catch (error) {
      message.error(wordsOf(error));
    }
    onDone();
    await revalidate(); // what waits, in the menu
  };
  const tell = (ids: number[], { title, undo }: Deed, { done, failed }: BatchResult) => {
    for (const line of reasonsOf(failed)) message.warning(line);
    if (done === 0) return;
    const words = `${title}：处理了 ${done} 个`;
    const missed = new Set(failed.map(({ id }) => id));
    const takeBack = () => {
      message.destroy('undo');
      void run(
        ids.filter((id) => !missed.has(id)),
        { name: undo ?? '', title: '撤销' },
      );
    };
    const content = (
      <>
        {words}
        <Button type="link" size="small" className="undo" aria-keyshortcuts="z" onClick={takeBack}>
          撤销
        </Button>
      </>
    );
    message.success(undo ? { key: 'undo', duration: undoWithin, content } : words);
  };
  return run;
}

/** Each reason once, with how many it kept from being done. */
function reasonsOf(failed: BatchResult['failed']) {
  const counted = Map.groupBy(failed, ({ why }) => why);
  return [...counted].slice(0, 3).map(([why, all]) => (failed.length > 1 ? `${all.length} 个没有处理：${why}` : why));
}
