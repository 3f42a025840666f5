import type { BackupItem, BackupWork, RestorePreview } from '@mojian/contract/operations/backups';
import { type Change, namedChanges } from '@mojian/contract/operations/table-names';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { restoreWord } from '@mojian/contract/platform/rules';
import { Alert, App, Button, Empty, Form, Input, Modal, Progress, Result } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Confirm } from '../../platform/form/form.tsx';
import { api, downloadFrom, errorText } from '../../platform/http-api.ts';
import { State } from '../../platform/state.tsx';
import { dayTime } from '../../platform/time.tsx';
import { type BackupRequest, useBackups, useBackupUpload, WorkProgress } from './use-backups.tsx';

const finishedTexts = {
  create: '已备份',
  prove: '试恢复成功，这份备份能用',
  preview: '',
  restore: '已恢复',
  fetch: '取回来了，在列表里',
  decrypt: '解开了，清单核对无误，在列表里',
};

/**
 * Bundles list, upload, progress and dialog for a screen that restores backups. `onRestored` is called when this
 * session is in the backup too.
 */
export function useRestoring(onRestored?: () => void) {
  const { message } = App.useApp();
  const { revalidate } = useRevalidator();
  const [restoring, setRestoring] = useState<BackupItem>();

  const onEnd = useCallback(
    ({ kind, state }: BackupWork) => {
      if (state === 'done' && finishedTexts[kind]) message.success(finishedTexts[kind]);
      if (kind !== 'restore') return;
      revalidate();
      if (state === 'done') onRestored?.();
    },
    [message, revalidate, onRestored],
  );
  const { work, begin, ...backups } = useBackups(onEnd);
  const upload = useBackupUpload(backups.reload, begin);
  const isBusy = work?.state === 'running';

  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(errorText(error)));
  const start = (request: BackupRequest) => attempt(begin(request));
  const acts = {
    prove: (name: string) => start({ kind: 'prove', name }),
    restore: setRestoring,
    remove: (name: string) => attempt(api.backups.remove({ query: { name } }).then(backups.reload)),
    download: (name: string) => attempt(api.backups.download({ body: { name } }).then(downloadFrom)),
  };

  return {
    ...backups,
    isBusy,
    start,
    pick: upload.button,
    going: (
      <>
        {upload.progress}
        {work?.state === 'failed' && work.kind !== 'preview' && (
          <Alert type="error" showIcon title={work.failure} description={`${dayTime(work.startedAt)} 开始的那一次`} />
        )}
        {isBusy && work.kind !== 'preview' && <WorkProgress work={work} />}
      </>
    ),
    listOf: (shown: BackupItem[]) => <BackupList backups={shown} isBusy={isBusy} acts={acts} />,
    dialog: (
      <>
        {upload.dialog}
        {restoring && (
          <RestoreDialog backup={restoring} work={work} begin={begin} close={() => setRestoring(undefined)} />
        )}
      </>
    ),
  };
}

const reasons = {
  manual: '手动',
  scheduled: '定时',
  restore: '恢复之前自动留的',
  uploaded: '上传的',
  fetched: '从别处取回的',
};

type BackupActs = {
  download: (name: string) => void;
  prove: (name: string) => void;
  restore: (backup: BackupItem) => void;
  remove: (name: string) => void;
};

type Props = { backups: BackupItem[]; isBusy: boolean; acts: BackupActs };

function BackupList({ backups, isBusy, acts }: Props) {
  if (backups.length === 0) return <Empty description="还没有备份，点右上角「立即备份」做第一份" />;
  return (
    <ul className="rows card backup-list">
      {backups.map((backup) => (
        <li key={backup.name}>
          <div className="backup-what">
            <b>{dayTime(backup.createdAt)}</b>
            <span className="quiet">{backup.name}</span>
          </div>
          <span>{backup.reason ? reasons[backup.reason] : '放入文件夹的'}</span>
          <span className="quiet">
            {readableSize(backup.bytes)}
            {backup.rows !== null && ` · ${backup.rows.toLocaleString()} 行 · ${backup.files} 个文件`}
          </span>
          <BackupState backup={backup} />
          <div className="backup-acts">
            <Button type="text" size="small" onClick={() => acts.download(backup.name)}>
              下载
            </Button>
            <Button type="text" size="small" disabled={isBusy} onClick={() => acts.prove(backup.name)}>
              试恢复
            </Button>
            <Button type="text" size="small" disabled={isBusy} onClick={() => acts.restore(backup)}>
              恢复…
            </Button>
            <Confirm
              title="删除这份备份？"
              description="文件会从磁盘上删除，不能恢复。"
              okText="删除"
              onConfirm={() => acts.remove(backup.name)}
            >
              <Button type="text" size="small" danger disabled={isBusy}>
                删除
              </Button>
            </Confirm>
          </div>
        </li>
      ))}
    </ul>
  );
}

function BackupState({ backup: { provenAt, doubt, missing } }: { backup: BackupItem }) {
  const lost = missing ? `，有 ${missing} 个图片文件在备份时就已丢失` : '';
  if (provenAt) return <State tone="ok">{`试恢复过，能用${lost}`}</State>;
  if (doubt) return <State tone="bad">{`不能用：${doubt}`}</State>;
  return <State tone="off">{`没有试恢复过${lost}`}</State>;
}

type RestoreDialogProps = {
  backup: BackupItem;
  work: BackupWork | null;
  begin: (request: BackupRequest) => Promise<void>;
  close: () => void;
};

/** Previews what a restore would change; it starts after the word is typed. */
function RestoreDialog({ backup, work, begin, close }: RestoreDialogProps) {
  const { name } = backup;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const refuse = (error: unknown) => setRefused(errorText(error));
  const previewed = useRef('');

  useEffect(() => {
    if (previewed.current === name) return;
    previewed.current = name;
    begin({ kind: 'preview', name }).catch((error) => setRefused(errorText(error)));
  }, [name, begin]);

  const isOurs = work?.name === name;
  const preview = isOurs && work.kind === 'preview' ? work.preview : null;
  const failure = refused || (isOurs && work.state === 'failed' ? work.failure : '');
  const isReady = preview !== null && typed.trim() === restoreWord;
  return (
    <Modal
      open
      title={`恢复到 ${dayTime(backup.createdAt)}`}
      onCancel={close}
      footer={[
        <Button key="no" onClick={close}>
          取消
        </Button>,
        <Button
          key="yes"
          danger
          type="primary"
          disabled={!isReady}
          onClick={() => begin({ kind: 'restore', name, confirm: restoreWord }).then(close, refuse)}
        >
          恢复整个站点
        </Button>,
      ]}
    >
      {failure && <Alert type="error" showIcon title={failure} description="站点没有动。" />}
      {!failure && !preview && (
        <>
          <p>先预览一遍：核对这份备份，看看恢复会改变什么。这一步只看不写。</p>
          <Progress percent={percentOf(work)} aria-label="预览" />
        </>
      )}
      {preview && (
        <>
          <RestoreChanges preview={preview} />
          <RestoreWord typed={typed} onChange={setTyped} />
        </>
      )}
    </Modal>
  );
}

function RestoreWord({ typed, onChange }: { typed: string; onChange: (typed: string) => void }) {
  return (
    <Form layout="vertical">
      <Form.Item label={`确认恢复，请输入「${restoreWord}」两个字`} htmlFor="restore-word">
        <Input id="restore-word" autoComplete="off" value={typed} onChange={(event) => onChange(event.target.value)} />
      </Form.Item>
    </Form>
  );
}

function percentOf(work: BackupWork | null) {
  return !work || work.total === 0 ? 0 : Math.round((work.done / work.total) * 100);
}

function RestoreChanges({ preview }: { preview: RestorePreview }) {
  const { site, createdAt, files, missing, owners, staysIn } = preview;
  const changes = namedChanges(preview.tables);
  const same = changes.filter((change) => change.now === change.later);
  const isElsewhere = site !== location.origin;
  return (
    <>
      <p>
        备份完好：{dayTime(createdAt)}，来自 {site}，{files} 个图片文件
        {missing > 0 && `（另有 ${missing} 个在备份时就已丢失）`}。
      </p>
      {isElsewhere && (
        <p className="restoring-warning">留意：这份备份来自另一个地址。恢复之后，这里就成了那个站点的样子。</p>
      )}
      <ul className="bullets restoring-means">
        <li>现在的站点会先自动备份一份，随时可以换回来。</li>
        <li>之后整个站点换成备份里的样子：备份之后写的东西都不在了。</li>
        <li>恢复的那一会儿，读者照常能读；要写的会请他们等一等。</li>
        {staysIn && <li>你这一次的登录也在备份里，恢复之后不用重新登录。</li>}
      </ul>
      {!staysIn && (
        <Alert
          type="warning"
          showIcon
          title="恢复之后，你要重新登录"
          description={`备份里没有你这一次的登录。请用备份里的账号与密码${owners.length > 0 ? `，那里的站长是${owners.map((name) => `「${name}」`).join('、')}` : ''}；现在的账号要是不在备份里，就不再有了。`}
        />
      )}
      <Changes changes={changes.filter((change) => change.now !== change.later)} />
      {same.length > 0 && (
        <p className="quiet">{`不变的：${same.map(({ name, now }) => `${name} ${now.toLocaleString()}`).join('、')}。`}</p>
      )}
    </>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p>各样的数目都和现在一样多；内容仍会换成备份里的。</p>;
  return (
    <table className="number-table restoring-changes">
      <thead>
        <tr>
          <th scope="col">会变的</th>
          <th scope="col">现在</th>
          <th scope="col">恢复之后</th>
          <th scope="col">差</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, now, later: restored }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now.toLocaleString()}</td>
            <td>{restored.toLocaleString()}</td>
            <td>{(restored > now ? '+' : '−') + Math.abs(restored - now).toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shown when the restored site does not know this session; `to` is where the login leads. */
export function RestoredScreen({ to }: { to: string }) {
  return (
    <Result
      status="success"
      title="已恢复，请重新登录"
      subTitle="站点已经是备份里的样子，那里没有你这一次的登录。请用备份里的账号与密码；恢复之前的站点也留了一份，登录之后在「备份」里就能看到。"
      extra={
        <Button type="primary" href={`/?login=${encodeURIComponent(to)}`}>
          去登录
        </Button>
      }
    />
  );
}
