import type { AlertDelivery } from '@mojian/contract/core/alerts';
import { App } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { RowCard } from '../../platform/listing/row-card.tsx';
import { useAnswer } from '../../platform/query.ts';
import { State } from '../../platform/state.tsx';
import { durationText, ShortTime } from '../../platform/time.tsx';

const pageSize = 10;

/** Deliveries of the last thirty days, and how that went. */
export function Deliveries() {
  const { message } = App.useApp();
  const [pageNo, setPageNo] = useState(1);
  const load = () => api.alerts.deliveries({ query: { pageNo, pageSize } });
  const { answer, failure, reload } = useAnswer(['alerts', 'deliveries', pageNo], load, { refetchInterval: 30_000 });
  const retry = (id: number) =>
    api.alerts
      .retry({ body: { id } })
      .then(
        () => message.success('正在再送一次'),
        (error) => message.error(errorText(error)),
      )
      .then(reload);
  return (
    <RowCard
      title="最近送出的"
      note="留 30 天"
      none="还没有送过什么"
      className="alerts-deliveries"
      page={answer}
      failure={failure}
      reload={reload}
      turn={setPageNo}
    >
      {(delivery) => <Delivery delivery={delivery} retry={() => retry(delivery.id)} />}
    </RowCard>
  );
}

function Delivery({ delivery, retry }: { delivery: AlertDelivery; retry: () => void }) {
  const { title, text, channel, createdAt, state, attempts } = delivery;
  const mayRetry = state === 'failed' || (state === 'waiting' && attempts > 0);
  return (
    <li className="alerts-delivery">
      <div className="alerts-name">
        <b>{title}</b>
        <small>{text.split('\n')[0]}</small>
      </div>
      <span>{channel}</span>
      <ShortTime time={createdAt} />
      <DeliveryState {...delivery} />
      <span className="row-acts alerts-acts">
        {mayRetry && (
          <button type="button" onClick={retry} aria-label={`${state === 'failed' ? '再送一次' : '现在试'}：${title}`}>
            {state === 'failed' ? '再送一次' : '现在试'}
          </button>
        )}
      </span>
    </li>
  );
}

function DeliveryState({ state, attempts, failure, took }: AlertDelivery) {
  if (state === 'sent')
    return (
      <div className="alerts-result">
        <State tone="ok">送到了</State>
        {took !== null && <small>{durationText(took)}</small>}
      </div>
    );
  if (state === 'failed')
    return (
      <div className="alerts-result">
        <State tone="bad">没送到</State>
        <small>
          {failure}
          {attempts > 1 && `。试了 ${attempts} 次，不再试`}
        </small>
      </div>
    );
  return (
    <div className="alerts-result">
      <State tone="wait">{attempts > 0 ? '等着再试' : '正在送'}</State>
      {attempts > 0 && (
        <small>
          {failure}，第 {attempts} 次
        </small>
      )}
    </div>
  );
}
