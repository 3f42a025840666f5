import type { Draft } from '@mojian/contract/content/drafts';
import { useState } from 'react';
import { useSending } from '../../../../ui/use-sending.ts';
import { TextButton } from './category-and-series.tsx';
import { Setting, type SettingsProps } from './setting.tsx';

type Props = Pick<SettingsProps, 'writing' | 'settings' | 'withdraw'>;

const hour = 3_600_000;

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
      <p className="settings-at">北京时间 {formatBeijing(time)}</p>
      <div className="row">
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => change(toLocalInput(new Date(Math.max(time.getTime(), Date.now() + hour))))}
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

const minute = 60_000;

/** Formats a date for a `datetime-local` input in local time, such as `2026-11-22T08:00`. */
export function toLocalInput(time: Date) {
  return new Date(time.getTime() - time.getTimezoneOffset() * minute).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input. */
export function parseLocalTime(local: string) {
  const time = new Date(local);
  const isWhole = /^\d{4,}-\d\d-\d\dT\d\d:\d\d/.test(local);
  return isWhole && !Number.isNaN(time.getTime()) ? time : undefined;
}

/** Returns the error of a schedule, or undefined when it is valid or empty. */
export function scheduleError(local: string, now: number) {
  if (local === '') return undefined;
  const time = parseLocalTime(local);
  if (!time) return '请填完整的日期和时间';
  if (time.getTime() <= now) return '这个时间已经过去了，请选将来的时间';
  return undefined;
}

const beijing = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats a date in Beijing time. */
export function formatBeijing(time: Date) {
  return beijing.format(time);
}

/** Whether the browser's time zone equals Beijing time at that date. */
function isBeijing(time: Date) {
  return time.getTimezoneOffset() === -480;
}
