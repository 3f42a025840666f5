import type { Revision } from '@mojian/contract/content/revisions';
import { useState } from 'react';
import { Empty } from '../../../../ui/empty.tsx';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { Sheet } from '../sheet/sheet.tsx';
import { ChosenRevision } from './chosen-revision.tsx';
import { RevisionList } from './revision-list.tsx';
import type { RevisionsProps } from './revisions-props.ts';
import './revisions.css';

/** The history of an article: what each kept text was, how it differs from the present one, and the way back to it. */
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
        <Without failed={failed} again={again} loaded={data !== undefined} />
      )}
    </Sheet>
  );
}

function History({ revisions, ...props }: RevisionsProps & { revisions: Revision[] }) {
  const [opened, setOpened] = useState<number>();
  // beside the list there is always one to see; on a phone the list comes first
  const shown = opened ?? revisions[0]?.id;
  return (
    <div className="history" data-opened={opened !== undefined || undefined}>
      <RevisionList revisions={revisions} chosen={shown} choose={setOpened} />
      {shown !== undefined && <ChosenRevision key={shown} {...props} id={shown} back={() => setOpened(undefined)} />}
    </div>
  );
}

function Without({ failed, loaded, again }: { failed: boolean; loaded: boolean; again: () => void }) {
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
      <p className="hint comparing" role="status">
        正在加载…
      </p>
    );
  return (
    <Empty title="还没有历史">
      <p>写过一阵、提交或发布之后，从前的样子会留在这里。</p>
    </Empty>
  );
}
