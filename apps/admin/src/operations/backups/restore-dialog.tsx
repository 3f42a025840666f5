import { restoreWord } from '@mojian/contract/operations/backup-rules';
import type { BackupItem, BackupWork } from '@mojian/contract/operations/backups';
import { Alert, Button, Form, Input, Modal, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { dayTime } from '../../platform/day-time.ts';
import { failureWords } from '../../platform/failure-words.ts';
import { RestoreChanges } from './restore-changes.tsx';
import type { Asked } from './use-backups.ts';

type Props = {
  backup: BackupItem;
  work: BackupWork | null;
  begin: (asked: Asked) => Promise<void>;
  close: () => void;
};

/** First a dry run that shows what would change; then, the word typed, the restore. */
export function RestoreDialog({ backup, work, begin, close }: Props) {
  const { name } = backup;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState('');
  const refuse = (error: unknown) => setRefused(failureWords(error));
  const looked = useRef('');

  useEffect(() => {
    if (looked.current === name) return;
    looked.current = name;
    begin({ kind: 'preview', name }).catch((error) => setRefused(failureWords(error)));
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
          <Progress percent={shareOf(work)} aria-label="预览" />
        </>
      )}
      {preview && (
        <>
          <RestoreChanges preview={preview} />
          <Form layout="vertical">
            <Form.Item label={`确认恢复，请输入「${restoreWord}」两个字`} htmlFor="restore-word">
              <Input
                id="restore-word"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            </Form.Item>
          </Form>
        </>
      )}
    </Modal>
  );
}

function shareOf(work: BackupWork | null) {
  return !work || work.total === 0 ? 0 : Math.round((work.done / work.total) * 100);
}
