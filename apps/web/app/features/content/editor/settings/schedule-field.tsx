import type { Draft } from '@mojian/contract/content/drafts';
import { useState } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';
import { Quiet } from './category-field.tsx';
import { beijingWords, isBeijing, localOf, momentOf, whyNotAt } from './schedule.ts';
import { Setting } from './setting.tsx';
import type { SettingsProps } from './settings-props.ts';

type Props = Pick<SettingsProps, 'writing' | 'settings' | 'withdraw'>;

const hour = 3_600_000;

/** When it appears: for who publishes. What readers have already is not scheduled any more. */
export function ScheduleField({ writing, settings, withdraw }: Props) {
  const { draft, errors } = writing;
  const { publishAt, setPublishAt } = settings;
  const [shownAt] = useState(() => Date.now());
  if (draft?.state === 'published') return null;
  if (draft?.state === 'scheduled' && publishAt === '')
    return <Scheduled draft={draft} withdraw={withdraw} change={setPublishAt} />;

  const time = momentOf(publishAt);
  const late = whyNotAt(publishAt, Date.now());
  return (
    <Setting
      field="publishAt"
      label="发布时间"
      beside={publishAt !== '' && <Quiet words="取消定时" act={() => setPublishAt('')} />}
      error={late ?? errors.publishAt}
      hint={time ? !late && <When time={time} /> : '空着时，一发布就与读者见面'}
    >
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          min={localOf(new Date(shownAt))}
          value={publishAt}
          onChange={({ target }) => setPublishAt(target.value)}
        />
      )}
    </Setting>
  );
}

function When({ time }: { time: Date }) {
  return <>{isBeijing(time) ? '按北京时间' : `按你这里的时间，北京时间是 ${beijingWords(time)}`}</>;
}

type ScheduledProps = { draft: Draft; withdraw: Props['withdraw']; change: (local: string) => void };

function Scheduled({ draft, withdraw, change }: ScheduledProps) {
  const { isBusy, refusal, send } = useSending();
  const time = new Date(draft.publishedAt ?? Date.now());
  return (
    <div className="field" data-field="publishAt">
      <span>发布时间</span>
      <p className="at">北京时间 {beijingWords(time)}</p>
      <div className="row">
        <button
          type="button"
          className="btn sm"
          onClick={() => change(localOf(new Date(Math.max(time.getTime(), Date.now() + hour))))}
        >
          改时间
        </button>
        <button type="button" className="btn sm quiet" aria-disabled={isBusy} onClick={() => send(withdraw)}>
          {isBusy ? '正在取消…' : '取消定时'}
        </button>
      </div>
      {refusal && (
        <p className="err" role="alert">
          {refusal.message}
        </p>
      )}
    </div>
  );
}
