import type { AlertChannel } from '@mojian/contract/core/alerts';
import { Icon } from '@mojian/ui/icon';
import { Button, Result, Spin } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { Channels } from './channels.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventMatrix } from './event-matrix.tsx';
import { QuietHoursCard } from './quiet-hours.tsx';
import '../../platform/listing/actions.css';
import './alerts.css';

const AlertForm = lazy(async () => ({ default: (await import('./alert-form.tsx')).AlertForm }));

export function Component() {
  const { answer, failure, reload } = useAnswer(['alerts'], () => api.alerts.list(), { refetchInterval: 30_000 });
  const [edited, setEdited] = useState<AlertChannel | 'new'>();
  const done = () => {
    setEdited(undefined);
    reload();
  };
  return (
    <>
      <div className="page-head">
        <h1>站外提醒</h1>
        <p>有人来了、站里有事，送到你手边。</p>
        <div className="page-acts">
          <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
            添加
          </Button>
        </div>
      </div>
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Spin aria-label="正在加载站外提醒" />}
      {answer && (
        <div className="alerts">
          <Channels channels={answer} reload={reload} onEdit={setEdited} />
          <div className="alerts-columns">
            {answer.length > 0 && <EventMatrix channels={answer} reload={reload} />}
            <QuietHoursCard />
          </div>
          <Deliveries />
        </div>
      )}
      {edited && (
        <Suspense>
          <AlertForm
            channel={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onDone={done}
          />
        </Suspense>
      )}
    </>
  );
}
