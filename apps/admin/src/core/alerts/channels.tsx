import { alertKinds } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel } from '@mojian/contract/core/alerts';
import { DestinationFault, DestinationRow, useDestinationAct } from '../../platform/destinations/destination-row.tsx';
import { Confirm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { State } from '../../platform/state.tsx';
import { shortTime } from '../../platform/time.tsx';

type Props = { channels: AlertChannel[]; reload: () => void; onEdit: (channel: AlertChannel) => void };

/** Lists where alerts go, and whether they arrive there. */
export function Channels({ channels, reload, onEdit }: Props) {
  if (channels.length === 0)
    return (
      <section className="card">
        <p className="empty-note">还没有去处。添加一个：企业微信、钉钉、飞书、Bark、邮件……</p>
      </section>
    );
  return (
    <ul className="card rows">
      {channels.map((channel) => (
        <Channel key={channel.id} channel={channel} reload={reload} onEdit={() => onEdit(channel)} />
      ))}
    </ul>
  );
}

function Channel({ channel, reload, onEdit }: { channel: AlertChannel; reload: () => void; onEdit: () => void }) {
  const { id, kind, name, target, hasSecret, isOn, failure } = channel;
  const { mark, name: service } = alertKinds[kind];
  const { act, isBusy } = useDestinationAct(reload);
  const signed = hasSecret && (kind === 'dingtalk' || kind === 'feishu') ? '加签，' : '';
  return (
    <DestinationRow
      mark={mark}
      name={name}
      title={name === service ? name : `${service} · ${name}`}
      about={`${signed}${target}`}
      state={<ChannelState {...channel} />}
      isOn={isOn}
      onSwitch={(on) => act(api.alerts.change({ body: { id, isOn: on } }), on ? '开着了' : '停了，不再送')}
      acts={
        <>
          <button
            type="button"
            disabled={isBusy}
            aria-label={`试发：${name}`}
            onClick={() => act(api.alerts.test({ body: { id } }))}
          >
            试发
          </button>
          <button type="button" aria-label={`修改：${name}`} onClick={onEdit}>
            修改
          </button>
          <Confirm
            title={`删除「${name}」？它送过的记录也没有了。`}
            onConfirm={() => act(api.alerts.remove({ query: { id } }), '已删除')}
          >
            <button type="button" aria-label={`删除：${name}`}>
              删除
            </button>
          </Confirm>
        </>
      }
      fault={isOn && failure !== '' && <Fault {...channel} onEdit={onEdit} />}
    />
  );
}

function Fault({ failure, failingSince, waiting, onEdit }: AlertChannel & { onEdit: () => void }) {
  return (
    <DestinationFault failure={failure} since={failingSince} words="没送到" mend="换一个地址" onMend={onEdit}>
      {waiting > 0 && ` 之后的 ${waiting} 件等它好了一起送。`}
    </DestinationFault>
  );
}

function ChannelState({ isOn, failure, lastSentAt }: AlertChannel) {
  if (!isOn) return <State tone="off">停着</State>;
  if (failure !== '') return <State tone="bad">没送到</State>;
  if (lastSentAt === null) return <State tone="off">还没送过</State>;
  return <State tone="ok">送到了，{shortTime(lastSentAt)}</State>;
}
