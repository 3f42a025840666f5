import { Icon } from '@mojian/ui/icon';
import { Alert, App, Button, Progress } from 'antd';
import { useRef, useState } from 'react';
import { failureWords } from '../../platform/failure-words.ts';
import { isKept, keptWords } from '../pieces/send-in-pieces.ts';
import { sendUp } from '../pieces/send-up.ts';

const none = { words: '', more: '' };

/** Picks a backup and sends it up, with how far it is and a way out. `onDone` is told its name here. */
export function useBackupUpload(onDone: (name: string) => void) {
  const { message } = App.useApp();
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState(none);
  const abort = useRef<AbortController>(undefined);

  const send = async (file: File) => {
    abort.current = new AbortController();
    setFailure(none);
    setShare(0);
    try {
      const options = { path: '/v1/admin/backups/upload', onShare: setShare, signal: abort.current.signal };
      const { name } = await sendUp<{ received: number; name: string }>(file, options);
      message.success('已上传，清单核对无误');
      onDone(name);
    } catch (error) {
      const more = `${isKept(error) ? keptWords : '上传的文件没有保留，'}站点没有动。`;
      if (!abort.current.signal.aborted) setFailure({ words: failureWords(error), more });
    }
    setShare(undefined);
  };

  const button = <PickBackup isBusy={share !== undefined} send={send} />;
  const progress = (
    <>
      {failure.words && (
        <Alert
          type="error"
          showIcon
          title={failure.words}
          description={failure.more}
          closable={{ onClose: () => setFailure(none) }}
        />
      )}
      {share !== undefined && (
        <section className="backup-work" aria-live="polite">
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
