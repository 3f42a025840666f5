import type { Comment } from '@mojian/contract/community/comments';
import { Ask } from '../../../ui/ask.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';
import { ReportDialog } from '../reports/report-dialog.tsx';

type Props = {
  question: 'remove' | 'report';
  comment: Comment;
  remove: (comment: Comment) => Promise<unknown>;
  report: (comment: Comment, reason: string) => Promise<unknown>;
  close: () => void;
};

/** Asked before a comment is removed, and why one is reported. */
export function Questions({ question, comment, remove, report, close }: Props) {
  const { send } = useSending();
  const onRemove = async () => {
    if (await send(() => remove(comment))) toast('success', '评论已删除');
    close();
  };
  if (question === 'remove')
    return (
      <Ask
        question="删除这条评论？"
        about="删除后不能恢复。有人回复过的，会留下位置。"
        yes="删除"
        onYes={() => void onRemove()}
        close={close}
      />
    );
  return <ReportDialog title="举报这条评论" report={(reason) => report(comment, reason)} close={close} />;
}
