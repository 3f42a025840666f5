import { alertKinds } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel } from '@mojian/contract/core/alerts';
import { App, Switch } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
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
    <ul className="card rows alerts-channels">
      {channels.map((channel) => (
        <Channel key={channel.id} channel={channel} reload={reload} onEdit={() => onEdit(channel)} />
      ))}
    </ul>
  );
}

function Channel({ channel, reload, onEdit }: { channel: AlertChannel; reload: () => void; onEdit: () => void }) {
  const { id, kind, name, target, hasSecret, isOn, failure } = channel;
  const { mark, name: service } = alertKinds[kind];
  const { act, isBusy } = useAct(reload);
  const isBroken = isOn && failure !== '';
  const signed = kind === 'dingtalk' || kind === 'feishu' ? '加签，' : '';
  return (
    <li className="alerts-channel" data-broken={isBroken}>
      <span className="alerts-mark" aria-hidden="true">
        {mark}
      </span>
      <div className="alerts-name">
        <b>{name === service ? name : `${service} · ${name}`}</b>
        <small>
          {hasSecret && signed}
          {target}
        </small>
      </div>
      <ChannelState {...channel} />
      <div className="row alerts-acts">
        <span className="row-acts">
          <button
            type="button"
            disabled={isBusy}
            aria-label={`试发：${name}`}
            onClick={() => act(api.alerts.test({ body: { id } }))}
          >
            试发
          </button>
          <button type="button" aria-label={`改：${name}`} onClick={onEdit}>
            改
          </button>
          <Confirm
            title={`删除「${name}」？它送过的记录也没有了。`}
            onConfirm={() => act(api.alerts.remove({ query: { id } }), '已删除')}
          >
            <button type="button" aria-label={`删除：${name}`}>
              删除
            </button>
          </Confirm>
        </span>
        <Switch
          size="small"
          checked={isOn}
          aria-label={`${name}：开着`}
          onChange={(on) => act(api.alerts.change({ body: { id, isOn: on } }), on ? '开着了' : '停了，不再送')}
        />
      </div>
      {isBroken && <Broken {...channel} onEdit={onEdit} />}
    </li>
  );
}

function Broken({ failure, failingSince, waiting, onEdit }: AlertChannel & { onEdit: () => void }) {
  return (
    <p className="alerts-why">
      {failingSince && `${shortTime(failingSince)} 起没送到：`}
      {failure}。
      <button type="button" onClick={onEdit}>
        换一个地址
      </button>
      {waiting > 0 && ` 之后的 ${waiting} 件等它好了一起送。`}
    </p>
  );
}

function ChannelState({ isOn, failure, lastSentAt }: AlertChannel) {
  if (!isOn) return <State tone="off">停着</State>;
  if (failure !== '') return <State tone="bad">没送到</State>;
  if (lastSentAt === null) return <State tone="off">还没送过</State>;
  return <State tone="ok">送到了，{shortTime(lastSentAt)}</State>;
}

/** Carries out an act and says how it went: a trial answers with its own words. */
function useAct(reload: () => void) {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const act = async (acting: Promise<{ ok: boolean; text: string } | null>, said = '') => {
    setBusy(true);
    try {
      const tried = await acting;
      if (tried?.ok === false) message.error(tried.text, 8);
      else message.success(tried?.text ?? said);
    } catch (error) {
      message.error(errorText(error));
    }
    setBusy(false);
    reload();
  };
  return { act, isBusy };
}
