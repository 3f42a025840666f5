import type { Value } from '@mojian/contract/core/settings-fields/field';
import { App, Button, Radio } from 'antd';
import { useState } from 'react';
import type { useSettingsEdits } from '../../core/settings/use-settings.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';

const chinaOffsetMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** The running time's start in the specification, which calls it by its day in UTC. */
const specified = { at: 1_582_992_000_000, day: '2020-02-29' };

const dayOf = (at: number) => new Date(at + chinaOffsetMs).toISOString().slice(0, 10);
const midnight = (at: number) => Math.floor((at + chinaOffsetMs) / dayMs) * dayMs - chinaOffsetMs;

function useStartDates() {
  const { answer, failure, reload } = useAnswer(['setup', 'start'], () => api.setup.start());
  return { oldest: answer?.oldest ? midnight(Date.parse(answer.oldest)) : undefined, answer, failure, reload };
}

type StepProps = {
  settings: ReturnType<typeof useSettingsEdits>;
  isBusy: boolean;
  done: () => Promise<boolean>;
  skip: () => Promise<boolean>;
};

/** Asks since when the site runs: since the usual day, the oldest article or today. */
export function StartStep({ settings, isBusy, done, skip }: StepProps) {
  const { oldest } = useStartDates();
  const today = midnight(Date.now());
  const { startedAt } = settings.currentOf('footer') as { startedAt: number };
  const choose = (at: number) => settings.change('footer', { ...settings.currentOf('footer'), startedAt: at });
  const goOn = async () => {
    if ((await settings.save()).length === 0) await done();
  };
  return (
    <>
      <Radio.Group
        aria-label="建站日期"
        optionType="button"
        value={startedAt}
        onChange={({ target }) => choose(target.value as number)}
        options={[
          { value: specified.at, label: specified.day },
          {
            value: oldest ?? 'none',
            label: oldest === undefined ? '最早的文章（还没有）' : `最早的文章 ${dayOf(oldest)}`,
            disabled: oldest === undefined,
          },
          { value: today, label: `今天 ${dayOf(today)}` },
        ]}
      />
      <Shown startedAt={startedAt} />
      <div className="button-row">
        <Button type="primary" onClick={goOn} loading={isBusy || settings.isSaving}>
          保存，下一步
        </Button>
        <Button
          type="text"
          disabled={isBusy}
          onClick={() => {
            settings.forget(['footer']);
            void skip();
          }}
        >
          跳过
        </Button>
      </div>
    </>
  );
}

/** Shows the footer's line for this start. */
function Shown({ startedAt }: { startedAt: number }) {
  const { site } = useOffice();
  const days = Math.max(0, Math.floor((Date.now() - startedAt) / dayMs));
  const [first, last] = [startedAt, Date.now()].map((at) => dayOf(at).slice(0, 4));
  return (
    <p className="field-hint" role="status">
      页脚会写：本站已运行 {days} 天，© {first === last ? first : `${first}–${last}`} {site.name}
    </p>
  );
}

/** Offers to move the site's start to the oldest article, where an import brought one from before it. */
export function MoveStart() {
  const { message } = App.useApp();
  const { isDemo } = useOffice();
  const { oldest, answer, reload } = useStartDates();
  const [isBusy, setBusy] = useState(false);
  if (!answer || oldest === undefined || oldest >= Date.parse(answer.startedAt)) return null;
  const move = async () => {
    setBusy(true);
    try {
      await saveStart(oldest);
      message.success('修改成功');
      reload();
    } catch (error) {
      message.error(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="run-result-acts">
      <span>
        最早的文章写于 {dayOf(oldest)}，页脚的「本站已运行」从 {dayOf(Date.parse(answer.startedAt))} 数起。
      </span>
      <Button size="small" loading={isBusy} disabled={isDemo} onClick={move}>
        改为从 {dayOf(oldest)} 数起
      </Button>
    </div>
  );
}

async function saveStart(startedAt: number) {
  const footer = (await api.settings.list()).find(({ name }) => name === 'footer');
  const value: Value = { ...footer?.value, startedAt };
  await api.settings.save({ body: { name: 'footer', value, version: footer?.version ?? '' } });
}
