import type { RemoteFile, RemoteItem } from '@mojian/contract/operations/remotes';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { App, Button, Empty, Form, Input, Modal, Spin } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { State } from '../../platform/state.tsx';
import { dayTime, shortTime } from '../../platform/time.tsx';

type Props = {
  remote: RemoteItem;
  isBusy: boolean;
  onFetch: (request: { id: number; name: string; passphrase?: string }) => Promise<void>;
  onClose: () => void;
};

/** Backups that lie in a place now; one that is fetched is used like any other afterwards. */
export function RemoteFiles({ remote, isBusy, onFetch, onClose }: Props) {
  const { id, name } = remote;
  const { message } = App.useApp();
  const { answer, failure, reload } = useAnswer(['remotes', 'files', String(id)], () =>
    api.remotes.files({ query: { id } }),
  );
  const [passphrase, setPassphrase] = useState('');
  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(errorText(error)));
  const bring = (file: string) => attempt(onFetch({ id, name: file, passphrase }).then(onClose));
  const remove = (file: string) => attempt(api.remotes.removeFile({ query: { id, name: file } }).then(reload));
  const isEncrypted = answer?.some((file) => file.isEncrypted);
  return (
    <Modal open width={720} title={`「${name}」里的备份`} onCancel={onClose} footer={null}>
      <p className="quiet">点「取回」，它就到「备份」的列表里，照常试恢复、恢复、下载。取回之前不动站点。</p>
      {failure && (
        <p className="destination-fault">
          {failure}
          <button type="button" onClick={reload}>
            再看一遍
          </button>
        </p>
      )}
      {!answer && !failure && <Spin aria-label="正在看那里有什么" />}
      {answer?.length === 0 && <Empty description="那里还没有备份" />}
      {isEncrypted && (
        <Form layout="vertical">
          <Form.Item label="加密的口令（换过的，填那时的；没换过不用填）" htmlFor="remote-passphrase">
            <Input.Password
              id="remote-passphrase"
              autoComplete="off"
              value={passphrase}
              onChange={({ target }) => setPassphrase(target.value)}
            />
          </Form.Item>
        </Form>
      )}
      <ul className="rows remotes-files">
        {answer?.map((file) => (
          <File
            key={file.name}
            file={file}
            isBusy={isBusy}
            onFetch={() => bring(file.name)}
            onRemove={() => remove(file.name)}
          />
        ))}
      </ul>
    </Modal>
  );
}

type FileProps = { file: RemoteFile; isBusy: boolean; onFetch: () => void; onRemove: () => void };

function File({
  file: { name, bytes, createdAt, isEncrypted, pieces, provenAt },
  isBusy,
  onFetch,
  onRemove,
}: FileProps) {
  return (
    <li>
      <div className="destination-name">
        <b>{createdAt ? dayTime(createdAt) : name}</b>
        <small>
          {name}，{readableSize(bytes)}
          {pieces > 1 && `，${pieces} 块`}
          {isEncrypted && '，加密'}
        </small>
      </div>
      {provenAt ? <State tone="ok">{shortTime(provenAt)} 核对过</State> : <State tone="off">不是这里抄去的</State>}
      <div className="row">
        <Button size="small" disabled={isBusy} onClick={onFetch}>
          取回
        </Button>
        <Confirm title="删除那里的这一份？不能恢复。" okText="删除" onConfirm={onRemove}>
          <Button type="text" size="small" danger>
            删除
          </Button>
        </Confirm>
      </div>
    </li>
  );
}
