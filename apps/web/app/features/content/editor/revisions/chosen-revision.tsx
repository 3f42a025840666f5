import type { RevisionInfo } from '@mojian/contract/content/revisions';
import { Comparison } from '@mojian/ui/compare/comparison';
import { Icon } from '@mojian/ui/icon';
import { exactTime } from '../../../../ui/times.ts';
import { toast } from '../../../../ui/toast.ts';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import type { RevisionsProps } from './revisions-props.ts';

type Props = RevisionsProps & { id: number; back: () => void };

/** One kept text beside the present one, and the way back to it. */
export function ChosenRevision({ id, back, articleId, content, calls, restore, close }: Props) {
  const { data, failed, again } = useLoaded(`revision ${id}`, () => calls.revisions.info({ query: { id } }));
  const { isBusy, refusal, send } = useSending();
  const bringBack = async (kept: RevisionInfo) => {
    const isKept = await send(() => calls.revisions.keep({ body: { id: articleId, content } }));
    if (!isKept) return;
    restore(kept.content);
    toast('success', '已恢复这一版，之前的也留在历史里');
    close();
  };
  return (
    <section className="chosen" aria-label="这一版">
      <button type="button" className="btn quiet sm back" onClick={back}>
        <Icon name="left" />
        全部版本
      </button>
      {data && <Comparison before={data.content} after={content} series={data.series} />}
      {!data && failed && (
        <p className="comparing">
          加载失败。{' '}
          <button type="button" className="btn sm" onClick={again}>
            重试
          </button>
        </p>
      )}
      <footer className="sheet-end">
        {refusal && <span className="err">{refusal.message}</span>}
        {data && <span className="hint when">{exactTime(data.createdAt)}</span>}
        <button type="button" className="btn seal-b" disabled={!data || isBusy} onClick={() => data && bringBack(data)}>
          恢复这一版
        </button>
      </footer>
    </section>
  );
}
