import type { Draft } from '@mojian/contract/content/drafts';
import { hourLength } from '@mojian/contract/platform/time';
import { useState } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';
import { TextButton } from './category-and-series.tsx';
import { formatBeijing, isBeijing, parseLocalTime, scheduleError, toLocalInput } from './schedule.ts';
import { Setting, type SettingsProps } from './setting.tsx';

type Props = Pick<SettingsProps, 'writing' | 'settings' | 'withdraw'>;

/** Publication time; hidden for published articles. */
export function ScheduleField({ writing, settings, withdraw }: Props) {
  const { draft, errors } = writing;
  const { publishAt, setPublishAt } = settings;
  const [shownAt] = useState(() => Date.now());
  if (draft?.state === 'published') return null;
  if (draft?.state === 'scheduled' && publishAt === '')
    return <Scheduled draft={draft} withdraw={withdraw} change={setPublishAt} />;

  const time = parseLocalTime(publishAt);
  const late = scheduleError(publishAt, Date.now());
  return (
    <Setting
      field="publishAt"
      label="发布时间"
      beside={publishAt !== '' && <TextButton words="取消定时" act={() => setPublishAt('')} />}
      error={late ?? errors.publishAt}
      hint={time ? !late && <When time={time} /> : '空着时，一发布就与读者见面'}
    >
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          min={toLocalInput(new Date(shownAt))}
          value={publishAt}
          onChange={({ target }) => setPublishAt(target.value)}
        />
      )}
    </Setting>
  );
}

function When({ time }: { time: Date }) {
  return <>{isBeijing(time) ? '按北京时间' : `按你这里的时间，北京时间是 ${formatBeijing(time)}`}</>;
}

type ScheduledProps = { draft: Draft; withdraw: Props['withdraw']; change: (local: string) => void };

function Scheduled({ draft, withdraw, change }: ScheduledProps) {
  const { isBusy, refusal, send } = useSending();
  const time = new Date(draft.publishedAt ?? Date.now());
  return (
    <div className="field" data-field="publishAt">
      <span>发布时间</span>
      <p className="ink">北京时间 {formatBeijing(time)}</p>
      <div className="row">
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => change(toLocalInput(new Date(Math.max(time.getTime(), Date.now() + hourLength))))}
        >
          改时间
        </button>
        <button type="button" className="btn btn-sm quiet" aria-disabled={isBusy} onClick={() => send(withdraw)}>
          {isBusy ? '正在取消…' : '取消定时'}
        </button>
      </div>
      {refusal && (
        <p className="error" role="alert">
          {refusal.message}
        </p>
      )}
    </div>
  );
}
