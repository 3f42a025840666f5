import { alertKinds } from '@mojian/contract/core/alert-kinds';
import type { AlertChannel } from '@mojian/contract/core/alerts';
import { App, Typography } from 'antd';
import { DestinationForm } from '../../platform/destinations/destination-form.tsx';
import { api } from '../../platform/http-api.ts';

/** `channel`: the one that is changed; a new one without. */
type Props = { channel: AlertChannel | undefined; onClose: () => void; onDone: () => void };

/** Adds where alerts go, or changes it. */
export function AlertForm({ channel, onClose, onDone }: Props) {
  const { modal } = App.useApp();
  return (
    <DestinationForm
      kinds={alertKinds}
      stored={channel}
      words={{
        title: channel ? `修改「${channel.name}」` : '添加提醒',
        kinds: '送到哪里',
        trial: '试发一条',
        trialIcon: 'send',
      }}
      initial={{ name: channel?.name ?? '', allowPrivate: channel?.allowPrivate ?? false }}
      test={(kind, { name: _, ...address }) =>
        api.alerts.test({ body: channel ? { id: channel.id, ...address } : { kind, url: '', ...address } })
      }
      save={async (kind, fields) => {
        if (channel) return api.alerts.change({ body: { id: channel.id, ...fields } });
        const { secret } = await api.alerts.add({ body: { kind, url: '', ...fields } });
        if (secret !== '') modal.info({ title: '签名的密钥', width: 520, content: <NewSecret secret={secret} /> });
      }}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
function NewSecret({ secret }: { secret: string }) {
  return (
    <>
      <p>收的那一边用它核对签名。只在这里出现一次，请先存好。</p>
      <Typography.Paragraph copyable={{ text: secret }} code>
        {secret}
      </Typography.Paragraph>
    </>
  );
}
