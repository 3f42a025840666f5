import type { QuietHours } from '@mojian/contract/core/alerts';
import { App, Button, Input, Switch } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';

/** The hours in which nothing is sent but what failed. */
export function QuietHoursCard() {
  const { answer } = useAnswer(['alerts', 'quiet'], () => api.alerts.readQuiet());
  return (
    <section className="card">
      {answer ? <QuietHoursForm saved={answer} /> : <div className="card-body">正在加载…</div>}
    </section>
  );
}

function QuietHoursForm({ saved }: { saved: QuietHours }) {
  const { message } = App.useApp();
  const [hours, setHours] = useState(saved);
  const [stored, setStored] = useState(saved);
  const [failure, setFailure] = useState('');
  const save = async (next: QuietHours, said: string) => {
    setFailure('');
    setHours(next);
    try {
      await api.alerts.saveQuiet({ body: next });
      setStored(next);
      message.success(said);
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  const isChanged = hours.from !== stored.from || hours.to !== stored.to;
  return (
    <>
      <header>
        <h2>夜里不吵</h2>
        <Switch
          checked={hours.isOn}
          aria-label="夜里不吵"
          onChange={(isOn) => save({ ...hours, isOn }, isOn ? '夜里不送了' : '夜里也送')}
        />
      </header>
      <div className="card-body">
        <DayBar {...hours} />
        <div className="row row-wrap alerts-times">
          <Input
            inputMode="numeric"
            maxLength={5}
            placeholder="22:30"
            value={hours.from}
            aria-label="从"
            onChange={({ target }) => setHours({ ...hours, from: target.value })}
          />
          <span>到</span>
          <Input
            inputMode="numeric"
            maxLength={5}
            placeholder="07:30"
            value={hours.to}
            aria-label="到"
            onChange={({ target }) => setHours({ ...hours, to: target.value })}
          />
          {isChanged && <Button onClick={() => save(hours, '已保存')}>保存</Button>}
        </div>
        {failure && <p className="alerts-bad">{failure}</p>}
        <p className="quiet">这段时间里的事攒到早上，合成一条送。备份没有完成、磁盘快满照样马上送。</p>
      </div>
    </>
  );
}

const minutes = 24 * 60;

/** The day from left to right, its quiet part dark. */
function DayBar({ isOn, from, to }: QuietHours) {
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  return (
    <div className="alerts-day" data-on={isOn}>
      <svg viewBox={`0 0 ${minutes} 100`} preserveAspectRatio="none" role="img" aria-label={`${from} 到 ${to} 不送`}>
        {begin < end ? (
          <Span from={begin} to={end} />
        ) : (
          <>
            <Span from={0} to={end} />
            <Span from={begin} to={minutes} />
          </>
        )}
      </svg>
      <p aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour} 时</span>
        ))}
      </p>
    </div>
  );
}

function Span({ from, to }: { from: number; to: number }) {
  return <rect x={from} width={to - from} height="100" />;
}

function minuteOf(time: string) {
  const [hours = 0, minute = 0] = time.split(':').map(Number);
  return hours * 60 + minute;
}
