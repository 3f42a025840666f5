import { type FormEvent, useState } from 'react';
import { CardDialog } from '../../../ui/card-dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSending } from '../../../ui/use-sending.ts';

type Props = { title: string; report: (reason: string) => Promise<unknown>; close: () => void };

const reasons = ['垃圾广告', '辱骂攻击', '违法违规', '泄露隐私'];

/** Reports a text: a listed reason, or free words. */
export function ReportDialog({ title, report, close }: Props) {
  const { isBusy, refusal, send } = useSending();
  const [reason, setReason] = useState('');
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(() => report(reason)))) return;
    toast('success', '举报成功，谢谢你');
    close();
  };
  return (
    <CardDialog title={title} line="管理员会看到，被举报的人不会知道是谁。" close={close}>
      <form onSubmit={onSubmit} noValidate>
        <p className="row row-wrap">
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
        {refusal && <p className="error">{refusal.message}</p>}
        <p className="card-dialog-actions">
          <button className="btn btn-seal" type="submit" aria-disabled={isBusy}>
            {isBusy ? '正在提交…' : '举报'}
          </button>
        </p>
      </form>
    </CardDialog>
  );
}
