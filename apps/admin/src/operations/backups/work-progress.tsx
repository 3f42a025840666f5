import type { BackupWork } from '@mojian/contract/operations/backups';
import { Progress } from 'antd';

const titles = { create: '正在备份', prove: '正在试着恢复', preview: '正在预览', restore: '正在恢复' };

/** How far the work of the server is. */
export function WorkProgress({ work: { kind, name, step, done, total } }: { work: BackupWork }) {
  const percent = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100));
  const where = `${step || '准备'}${total > 0 ? `：${done.toLocaleString()} / ${total.toLocaleString()}` : '…'}`;
  return (
    <section className="backup-work" aria-live="polite">
      <p>
        <b>{titles[kind]}</b> {name && <span>{name}</span>}
      </p>
      <Progress percent={percent} size="small" aria-label={titles[kind]} />
      <p className="quiet">
        {where}
        {kind === 'restore' && '。这期间读者照常能读，要写的会请他们等一等'}
      </p>
    </section>
  );
}
