import type { adminBackups, BackupWork } from '@mojian/contract/operations/backups';
import type { adminRemotes } from '@mojian/contract/operations/remotes';
import type { Call, Reply } from '@mojian/contract/platform/endpoint';
import { Icon } from '@mojian/ui/icon';
import { Alert, App, Button, Form, Input, Progress } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SaveForm } from '../../platform/form/form.tsx';
import { api, errorText, silenceSignedOut } from '../../platform/http-api.ts';
import { queryClient, useAnswer } from '../../platform/query.ts';
import { isResumable, resumeHint } from '../chunked-upload/send-chunks.ts';
import { uploadInChunks } from '../chunked-upload/upload-in-chunks.ts';
import { afterFailedPoll } from './poll-refusal.ts';

export type Backups = Reply<typeof adminBackups.list>;
export type FetchRequest = Call<typeof adminRemotes.fetch>['body'];
export type BackupRequest = Call<typeof adminBackups.start>['body'];

const pollMs = 700;
/** The server restarted in the middle, or is too busy to answer. */
const maxMissedPolls = 20;
const interruptedText = '程序在中途重新启动过，这次操作没有完成。站点没有损坏，请重新操作';

/** Loads the list and polls the one running job of the server; when it ends, the list is loaded again. */
export function useBackups(onEnd: (work: BackupWork) => void) {
  const { answer: list, failure } = useAnswer(['backups'], () => api.backups.list());
  const [work, setWork] = useState<BackupWork | null>(null);

  const reload = useCallback(() => queryClient.refetchQueries({ queryKey: ['backups'] }), []);
  const look = useCallback(async () => setWork(await api.backups.work()), []);

  useEffect(() => void look().catch(() => {}), [look]);
  const end = useCallback(
    async (ended: BackupWork) => {
      await reload();
      onEnd(ended);
    },
    [reload, onEnd],
  );
  const isOut = useWorkPolling(work, setWork, end);

  /** @throws Failure when it cannot start. */
  const begin = async (request: BackupRequest) => setWork(await api.backups.start({ body: request }));
  const bringBack = async (request: FetchRequest) => setWork(await api.remotes.fetch({ body: request }));
  return { list, failure, work, isOut, reload, begin, bringBack };
}

/** Polls a job to its end. Returns true when the restored site does not know this session. */
function useWorkPolling(
  work: BackupWork | null,
  setWork: (work: BackupWork) => void,
  onEnd: (work: BackupWork) => Promise<void>,
) {
  const [isOut, setOut] = useState(false);
  const missed = useRef(0);
  const isRestoring = work?.state === 'running' && work.kind === 'restore';
  useQuietSignOut(isRestoring || isOut);

  useEffect(() => {
    if (work?.state !== 'running' || isOut) return;
    const ask = async () => {
      const next = await api.backups.work();
      missed.current = next ? 0 : missed.current + 1;
      const now =
        next ??
        (missed.current < maxMissedPolls ? { ...work } : { ...work, state: 'failed', failure: interruptedText });
      if (now.state !== 'running') await onEnd(now);
      setWork(now);
    };
    const fail = (error: unknown) => {
      const now = afterFailedPoll(work, error);
      if (now === 'restored') setOut(true);
      else setWork(now); // polls again while it runs
    };
    const timer = setTimeout(() => ask().catch(fail), pollMs);
    return () => clearTimeout(timer);
  }, [work, isOut, setWork, onEnd]);
  return isOut;
}

/** Silences the shell's signed-out message: this screen explains it itself. */
function useQuietSignOut(isOwn: boolean) {
  useEffect(() => (isOwn ? silenceSignedOut() : undefined), [isOwn]);
}

const noFailure = { words: '', more: '' };

type UploadReply = { received: number; name: string; isEncrypted: boolean };

/** Picks and uploads a backup, with progress and a way to cancel; asks for the passphrase of an encrypted one. */
export function useBackupUpload(onDone: () => void, begin: (request: BackupRequest) => Promise<void>) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState(noFailure);
  const [locked, setLocked] = useState<string>();
  const abort = useRef<AbortController>(undefined);

  const send = async (file: File) => {
    abort.current = new AbortController();
    setFailure(noFailure);
    setShare(0);
    try {
      const options = { path: '/v1/admin/backups/upload', onShare: setShare, signal: abort.current.signal };
      const { id, isEncrypted } = await uploadInChunks<UploadReply>(file, options);
      if (isEncrypted) setLocked(id);
      else message.success('已上传，清单核对无误');
      onDone();
    } catch (error) {
      const more = `${isResumable(error) ? resumeHint : '上传的文件没有保留，'}站点没有动。`;
      if (!abort.current.signal.aborted) setFailure({ words: errorText(error), more });
    }
    setShare(undefined);
  };

  const dialog = locked !== undefined && (
    <Passphrase
      onClose={() => setLocked(undefined)}
      send={(passphrase) => begin({ kind: 'decrypt', upload: locked, passphrase })}
    />
  );
  const button = <PickBackup isBusy={share !== undefined} send={send} />;
  const progress = (
    <>
      {failure.words && (
        <Alert
          type="error"
          showIcon
          title={failure.words}
          description={failure.more}
          closable={{ onClose: () => setFailure(noFailure) }}
        />
      )}
      {share !== undefined && (
        <section className="card backup-work" aria-live="polite">
          <p>
            <b>正在上传备份</b>
          </p>
          <Progress percent={Math.round(share * 100)} size="small" aria-label="上传" />
          <Button size="small" onClick={() => abort.current?.abort()}>
            取消
          </Button>
        </section>
      )}
    </>
  );
  return { button, progress, dialog };
}

type PassphraseProps = { onClose: () => void; send: (passphrase: string) => Promise<void> };

/** Asks for the passphrase of what was uploaded, as often as it takes. */
function Passphrase({ onClose, send }: PassphraseProps) {
  return (
    <SaveForm<{ passphrase?: string }>
      title="这份备份是加密的"
      okText="解密"
      said="口令对，正在解密"
      send={({ passphrase = '' }) => send(passphrase)}
      onClose={onClose}
      onDone={onClose}
      below={<p className="quiet">已经传上来了，留一天：现在不填，再选同一个文件就接着问。站点没有动。</p>}
    >
      <Form.Item name="passphrase" label="加密的口令" extra="是它抄到别处时用的那一个。">
        <Input.Password autoComplete="off" />
      </Form.Item>
    </SaveForm>
  );
}

function PickBackup({ isBusy, send }: { isBusy: boolean; send: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,.age,application/zip"
        aria-label="选择一份备份"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) send(file);
        }}
      />
      <Button disabled={isBusy} icon={<Icon name="up" />} onClick={() => input.current?.click()}>
        上传备份
      </Button>
    </>
  );
}

const workTitles = {
  create: '正在备份',
  prove: '正在试着恢复',
  preview: '正在预览',
  restore: '正在恢复',
  fetch: '正在取回',
  decrypt: '正在解密',
};

export function WorkProgress({ work: { kind, name, step, done, total } }: { work: BackupWork }) {
  const percent = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  const where = `${step || '准备'}${total > 0 ? `：${done.toLocaleString()} / ${total.toLocaleString()}` : '…'}`;
  return (
    <section className="card backup-work" aria-live="polite">
      <p>
        <b>{workTitles[kind]}</b> {name && <span>{name}</span>}
      </p>
      <Progress percent={percent} size="small" aria-label={workTitles[kind]} />
      <p className="quiet">
        {where}
        {kind === 'restore' && '。这期间读者照常能读，要写的会请他们等一等'}
      </p>
    </section>
  );
}
