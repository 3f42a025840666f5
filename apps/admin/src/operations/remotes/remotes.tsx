import { remoteKinds } from '@mojian/contract/operations/remote-kinds';
import type { RemoteItem } from '@mojian/contract/operations/remotes';
import { Icon } from '@mojian/ui/icon';
import { Button, Empty } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { DestinationFault, DestinationRow, useDestinationAct } from '../../platform/destinations/destination-row.tsx';
import { Confirm } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { State } from '../../platform/state.tsx';
import { shortTime } from '../../platform/time.tsx';
import './remotes.css';

const RemoteForm = lazy(async () => ({ default: (await import('./remote-form.tsx')).RemoteForm }));
const RemoteFiles = lazy(async () => ({ default: (await import('./remote-files.tsx')).RemoteFiles }));

type Fetch = (request: { id: number; name: string; passphrase?: string }) => Promise<void>;
type Props = { newest: string | undefined; isBusy: boolean; onFetch: Fetch };

/** Places to which backups are uploaded. `newest`: the backup here that may be uploaded now. */
export function Remotes({ newest, isBusy, onFetch }: Props) {
  const { answer, failure, reload } = useAnswer(['remotes'], () => api.remotes.list(), { refetchInterval: 10_000 });
  const [edited, setEdited] = useState<RemoteItem | 'new'>();
  const [opened, setOpened] = useState<RemoteItem>();
  const done = () => {
    setEdited(undefined);
    reload();
  };
  return (
    <section className="card remotes">
      <header>
        <h2>别处的备份</h2>
        <Button icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
          添加
        </Button>
      </header>
      {failure && <p className="empty-note">{failure}</p>}
      {answer?.length === 0 && (
        <Empty
          className="card-body"
          description="备份都在这一块盘上，盘坏了就都没了。添加坚果云、网盘或对象存储，以后每份自己抄过去。"
        />
      )}
      <ul className="rows">
        {answer?.map((remote) => (
          <Remote
            key={remote.id}
            remote={remote}
            newest={newest}
            reload={reload}
            onEdit={() => setEdited(remote)}
            onOpen={() => setOpened(remote)}
          />
        ))}
      </ul>
      <Suspense>
        {edited && (
          <RemoteForm
            remote={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
            onDone={done}
          />
        )}
        {opened && (
          <RemoteFiles remote={opened} isBusy={isBusy} onFetch={onFetch} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </section>
  );
}

type RowProps = {
  remote: RemoteItem;
  newest: string | undefined;
  reload: () => void;
  onEdit: () => void;
  onOpen: () => void;
};

function Remote({ remote, newest, reload, onEdit, onOpen }: RowProps) {
  const { id, kind, name, target, isOn, isEncrypted, keep, failure } = remote;
  const { act, isBusy } = useDestinationAct(reload);
  return (
    <DestinationRow
      mark={remoteKinds[kind].mark}
      name={name}
      about={`${target}，留 ${keep} 份，${isEncrypted ? '加密' : '没有加密'}`}
      state={<RemoteState {...remote} />}
      isOn={isOn}
      onSwitch={(on) => act(api.remotes.change({ body: { id, isOn: on } }), on ? '开着了' : '停了，不再抄')}
      acts={
        <>
          <button type="button" aria-label={`那里的备份：${name}`} onClick={onOpen}>
            那里的备份
          </button>
          <button
            type="button"
            aria-label={`现在抄：${name}`}
            disabled={isBusy || newest === undefined || !isOn}
            onClick={() => act(api.remotes.upload({ body: { id, name: newest ?? '' } }), '开始抄了，抄完会在这里说')}
          >
            现在抄
          </button>
          <button
            type="button"
            aria-label={`试一试：${name}`}
            disabled={isBusy}
            onClick={() => act(api.remotes.test({ body: { id } }))}
          >
            试一试
          </button>
          <button type="button" aria-label={`修改：${name}`} onClick={onEdit}>
            修改
          </button>
          <Confirm
            title={`不再抄到「${name}」？那里的备份留着。`}
            onConfirm={() => act(api.remotes.remove({ query: { id } }), '不再抄到那里')}
          >
            <button type="button" aria-label={`移除：${name}`}>
              移除
            </button>
          </Confirm>
        </>
      }
      fault={isOn && failure !== '' && <Fault {...remote} onEdit={onEdit} />}
    />
  );
}

function RemoteState({ isOn, failure, waiting, lastUploadedAt }: RemoteItem) {
  if (!isOn) return <State tone="off">停着</State>;
  if (failure !== '') return <State tone="bad">没抄成</State>;
  if (waiting !== '') return <State tone="wait">正在抄</State>;
  if (lastUploadedAt === null) return <State tone="off">还没抄过</State>;
  return <State tone="ok">{shortTime(lastUploadedAt)} 抄好，核对过</State>;
}

function Fault({ failure, failingSince, waiting, nextAt, onEdit }: RemoteItem & { onEdit: () => void }) {
  return (
    <DestinationFault failure={failure} since={failingSince} words="没抄成" mend="改一改" onMend={onEdit}>
      {waiting !== '' && nextAt && ` ${shortTime(nextAt)} 再试。`}
    </DestinationFault>
  );
}
