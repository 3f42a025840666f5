import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { Revision, RevisionInfo } from '@mojian/contract/content/revisions';
import { revisionReasons } from '@mojian/ui/compare/changed-fields';
import { Comparison } from '@mojian/ui/compare/comparison';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import type { CallsOf } from '../../../../api/calls.ts';
import { Empty } from '../../../../ui/empty.tsx';
import { figures } from '../../../../ui/figures.ts';
import { useLoaded } from '../../../../ui/loading.ts';
import { exactTime, Moment } from '../../../../ui/moment.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Sheet } from '../sheet/sheet.tsx';
import './revisions.css';

/** Lists revisions, compares them with the current text and restores them. */
export function RevisionsDialog(props: RevisionsProps) {
  const { articleId, calls, close } = props;
  const { data, failed, again } = useLoaded(`revisions ${articleId}`, () =>
    calls.revisions.list({ query: { id: articleId } }),
  );
  return (
    <Sheet title="历史版本" className="revisions" close={close}>
      {data && data.length > 0 ? (
        <History {...props} revisions={data} />
      ) : (
        <EmptyHistory failed={failed} again={again} loaded={data !== undefined} />
      )}
    </Sheet>
  );
}

function History({ revisions, ...props }: RevisionsProps & { revisions: Revision[] }) {
  const [opened, setOpened] = useState<number>();
  // wide screens show the newest beside the list; phones show the list first
  const shown = opened ?? revisions[0]?.id;
  return (
    <div className="revisions-history" data-opened={opened !== undefined || undefined}>
      <RevisionList revisions={revisions} chosen={shown} choose={setOpened} />
      {shown !== undefined && <RevisionDetail key={shown} {...props} id={shown} back={() => setOpened(undefined)} />}
    </div>
  );
}

function EmptyHistory({ failed, loaded, again }: { failed: boolean; loaded: boolean; again: () => void }) {
  if (failed)
    return (
      <Empty drawing="torn" title="历史版本加载失败">
        <button type="button" className="btn" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (!loaded)
    return (
      <p className="sheet-hint compare-waiting" role="status">
        正在加载…
      </p>
    );
  return (
    <Empty title="还没有历史">
      <p>写过一阵、提交或发布之后，从前的样子会留在这里。</p>
    </Empty>
  );
}

type Props = RevisionsProps & { id: number; back: () => void };

/** Compares one revision with the current text and restores it. */
function RevisionDetail({ id, back, articleId, content, calls, readOnlyReason, restore, close }: Props) {
  const { data, failed, again } = useLoaded(`revision ${id}`, () => calls.revisions.info({ query: { id } }));
  const { isBusy, refusal, send } = useSending();
  const bringBack = async (revision: RevisionInfo) => {
    const isArchived = await send(() => calls.revisions.keep({ body: { id: articleId, content } }));
    if (!isArchived) return;
    restore(revision.content);
    toast('success', '已恢复这一版，之前的也留在历史里');
    close();
  };
  return (
    <section className="revisions-chosen column" aria-label="这一版">
      <button type="button" className="btn quiet btn-sm revisions-back" onClick={back}>
        <Icon name="left" />
        全部版本
      </button>
      {data && <Comparison before={data.content} after={content} series={data.series} />}
      {!data && failed && (
        <p className="compare-waiting">
          加载失败。{' '}
          <button type="button" className="btn btn-sm" onClick={again}>
            重试
          </button>
        </p>
      )}
      <footer className="sheet-end">
        {refusal && <span className="error">{refusal.message}</span>}
        {data && <span className="sheet-hint revisions-when">{exactTime(data.createdAt)}</span>}
        {readOnlyReason ? (
          <span className="sheet-hint">{readOnlyReason}</span>
        ) : (
          <button
            type="button"
            className="btn btn-seal"
            disabled={!data || isBusy}
            onClick={() => data && bringBack(data)}
          >
            恢复这一版
          </button>
        )}
      </footer>
    </section>
  );
}

type RevisionListProps = { revisions: Revision[]; chosen: number | undefined; choose: (id: number) => void };

function RevisionList({ revisions, chosen, choose }: RevisionListProps) {
  return (
    <ul className="revision-list">
      {revisions.map(({ id, reason, title, words, author, keyName, createdAt }) => (
        <li key={id}>
          <button type="button" aria-current={id === chosen || undefined} onClick={() => choose(id)}>
            <span>
              <b>
                <Moment at={createdAt} />
              </b>
              <span className={reason === 'published' ? 'badge badge-seal' : 'badge'}>{revisionReasons[reason]}</span>
            </span>
            <span className="type-note dim truncate">{title || '无标题'}</span>
            <span className="type-note dim truncate">
              {[`${figures(words)} 字`, author.nickname, keyName && `钥匙「${keyName}」`].filter(Boolean).join(' · ')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type RevisionsProps = {
  articleId: number;
  content: ArticleContent;
  calls: CallsOf<'revisions'>;
  /** Why no revision can be restored, '' when one can. */
  readOnlyReason: string;
  /** Restores content in one undoable step, after the old version was archived. */
  restore: (content: ArticleContent) => void;
  close: () => void;
};
