import type { BackupItem } from '@mojian/contract/operations/backups';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Button, Empty } from 'antd';
import { dayTime } from '../../platform/day-time.ts';
import { Confirm } from '../../platform/form/confirm.tsx';

const reasons = { manual: '手动', scheduled: '定时', restore: '恢复之前自动留的', uploaded: '上传的' };

type BackupActs = {
  download: (name: string) => void;
  prove: (name: string) => void;
  restore: (backup: BackupItem) => void;
  remove: (name: string) => void;
};

type Props = { backups: BackupItem[]; isBusy: boolean; acts: BackupActs };

/** Every backup there is, with what can be done with it. */
export function BackupList({ backups, isBusy, acts }: Props) {
  if (backups.length === 0) return <Empty description="还没有备份，点右上角「立即备份」做第一份" />;
  return (
    <ul className="backup-list">
      {backups.map((backup) => (
        <li key={backup.name}>
          <div className="what">
            <b>{dayTime(backup.createdAt)}</b>
            <span className="quiet">{backup.name}</span>
          </div>
          <span>{backup.reason ? reasons[backup.reason] : '放入文件夹的'}</span>
          <span className="quiet">
            {readableSize(backup.bytes)}
            {backup.rows !== null && ` · ${backup.rows.toLocaleString()} 行 · ${backup.files} 个文件`}
          </span>
          <State backup={backup} />
          <div className="acts">
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

function State({ backup: { provenAt, doubt, missing } }: { backup: BackupItem }) {
  const lost = missing ? `，有 ${missing} 个图片文件在备份时就已丢失` : '';
  if (provenAt) return <span className="state" data-kind="ok">{`试恢复过，能用${lost}`}</span>;
  if (doubt) return <span className="state" data-kind="bad">{`不能用：${doubt}`}</span>;
  return <span className="state">{`没有试恢复过${lost}`}</span>;
}
