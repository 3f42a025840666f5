import { remoteKinds } from '@mojian/contract/operations/remote-kinds';
import type { RemoteItem } from '@mojian/contract/operations/remotes';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Empty, Switch } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { State } from '../../platform/state.tsx';
import { shortTime } from '../../platform/time.tsx';
import '../../platform/listing/actions.css';
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
  const { id, kind, name, target, isOn, isEncrypted, keep } = remote;
  const { act, isDoing } = useAct(reload);
  return (
    <li className="remotes-row" data-broken={isOn && remote.failure !== ''}>
      <span className="remotes-mark" aria-hidden="true">
        {remoteKinds[kind].mark}
      </span>
      <div className="remotes-name">
        <b>{name}</b>
        <small>
          {target}，留 {keep} 份，{isEncrypted ? '加密' : '没有加密'}
        </small>
      </div>
      <RemoteState {...remote} />
      <div className="row row-wrap remotes-acts">
        <span className="row-acts">
          <button type="button" onClick={onOpen}>
            那里的备份
          </button>
          <button
            type="button"
            disabled={isDoing || newest === undefined || !isOn}
            onClick={() => act(api.remotes.upload({ body: { id, name: newest ?? '' } }), '开始抄了，抄完会在这里说')}
          >
            现在抄
          </button>
          <button type="button" disabled={isDoing} onClick={() => act(api.remotes.test({ body: { id } }))}>
            试一试
          </button>
          <button type="button" onClick={onEdit}>
            修改
          </button>
          <Confirm
            title={`不再抄到「${name}」？那里的备份留着。`}
            onConfirm={() => act(api.remotes.remove({ query: { id } }), '不再抄到那里')}
          >
            <button type="button">移除</button>
          </Confirm>
        </span>
        <Switch
          size="small"
          checked={isOn}
          aria-label={`${name}：开着`}
          onChange={(on) => act(api.remotes.change({ body: { id, isOn: on } }), on ? '开着了' : '停了，不再抄')}
        />
      </div>
      {isOn && remote.failure !== '' && <Broken {...remote} onEdit={onEdit} />}
    </li>
  );
}

function RemoteState({ isOn, failure, waiting, lastUploadedAt }: RemoteItem) {
  if (!isOn) return <State tone="off">停着</State>;
  if (failure !== '') return <State tone="bad">没抄成</State>;
  if (waiting !== '') return <State tone="wait">正在抄</State>;
  if (lastUploadedAt === null) return <State tone="off">还没抄过</State>;
  return <State tone="ok">{shortTime(lastUploadedAt)} 抄好，核对过</State>;
}

function Broken({ failure, failingSince, waiting, nextAt, onEdit }: RemoteItem & { onEdit: () => void }) {
  return (
    <p className="remotes-why">
      {failingSince && `${shortTime(failingSince)} 起没抄成：`}
      {failure}。{waiting !== '' && nextAt && `${shortTime(nextAt)} 再试。`}
      <button type="button" onClick={onEdit}>
        改一改
      </button>
    </p>
  );
}

/** Carries out an act and says how it went: a trial answers with its own words. */
function useAct(reload: () => void) {
  const { message } = App.useApp();
  const [isDoing, setDoing] = useState(false);
  const act = async (acting: Promise<{ ok: boolean; text: string } | null>, said = '') => {
    setDoing(true);
    try {
      const tried = await acting;
      if (tried?.ok === false) message.error(tried.text, 8);
      else message.success(tried?.text ?? said);
    } catch (error) {
      message.error(errorText(error));
    }
    setDoing(false);
    reload();
  };
  return { act, isDoing };
}
