import { Icon } from '@mojian/ui/icon';
import { Alert, App, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { failureWords } from '../failure-words.ts';
import { sendBackup } from './send-backup.ts';

/** Picks a backup and sends it up, with how far it is and a way out. `onDone` is told its name here. */
export function useBackupUpload(onDone: (name: string) => void) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');
  const abort = useRef<AbortController>(undefined);

  const send = async (file: File) => {
    abort.current = new AbortController();
    setFailure('');
    setShare(0);
    try {
      const name = await sendBackup(file, { onShare: setShare, signal: abort.current.signal });
      message.success('传上来了，核对过清单');
      onDone(name);
    } catch (error) {
      if (!abort.current.signal.aborted) setFailure(failureWords(error));
    }
    setShare(undefined);
  };

  const button = <PickBackup isBusy={share !== undefined} send={send} />;
  const progress = (
    <>
      {failure && (
        <Alert
          type="error"
          showIcon
          title={failure}
          description="传来的没有留下，站点没有动。"
          closable={{ onClose: () => setFailure('') }}
        />
      )}
      {share !== undefined && (
        <section className="backup-work" aria-live="polite">
          <p>
            <b>正在上传备份</b>
          </p>
          <Progress percent={Math.round(share * 100)} size="small" aria-label="上传" />
          <Button size="small" onClick={() => abort.current?.abort()}>
            不传了
          </Button>
        </section>
      )}
    </>
  );
  return { button, progress };
}

function PickBackup({ isBusy, send }: { isBusy: boolean; send: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
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
