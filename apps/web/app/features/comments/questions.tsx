import type { Comment } from '@mojian/contract/comments';
import { type FormEvent, useState } from 'react';
import { toast } from '../../ui/toast.ts';
import { useSending } from '../../ui/use-sending.ts';
import { Ask } from '../account/ask.tsx';
import { CardDialog } from '../account/card-dialog.tsx';

type Props = {
  question: 'remove' | 'report';
  comment: Comment;
  remove: (comment: Comment) => Promise<unknown>;
  report: (comment: Comment, reason: string) => Promise<unknown>;
  close: () => void;
};

/** Asked before a comment is removed, and why one is reported. */
export function Questions({ question, comment, remove, report, close }: Props) {
  const { isBusy, refusal, send } = useSending();
  const onRemove = async () => {
    if (await send(() => remove(comment))) toast('success', '评论已删除');
    close();
  };
  if (question === 'remove')
    return (
      <Ask
        question="删除这条评论？"
        about="删掉就找不回来了。有人回复过的，会留下位置。"
        yes="删除"
        onYes={() => void onRemove()}
        close={close}
      />
    );
  return (
    <Report
      refusal={refusal?.message}
      isBusy={isBusy}
      close={close}
      send={(reason) => send(() => report(comment, reason))}
    />
  );
}

type ReportProps = {
  refusal: string | undefined;
  isBusy: boolean;
  send: (reason: string) => Promise<boolean>;
  close: () => void;
};

const reasons = ['垃圾广告', '辱骂攻击', '违法违规', '泄露隐私'];

function Report({ refusal, isBusy, send, close }: ReportProps) {
  const [reason, setReason] = useState('');
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(reason))) return;
    toast('success', '已经收到，谢谢你');
    close();
  };
  return (
    <CardDialog title="举报这条评论" line="管理员会看到，被举报的人不会知道是谁。" close={close}>
      <form onSubmit={onSubmit} noValidate>
        <p className="reasons">
          {reasons.map((words) => (
            <button
              key={words}
              type="button"
              className="chip"
              aria-pressed={reason === words}
              onClick={() => setReason(words)}
            >
              {words}
            </button>
          ))}
        </p>
        <textarea
          className="input"
          aria-label="理由"
          placeholder="理由，不超过 200 个字"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          aria-invalid={refusal !== undefined}
        />
        {refusal && <p className="err">{refusal}</p>}
        <p className="does">
          <button className="btn seal-b" type="submit" aria-disabled={isBusy}>
            {isBusy ? '正在送出…' : '举报'}
          </button>
        </p>
      </form>
    </CardDialog>
  );
}
