import { readableSize } from '@mojian/contract/platform/readable-size';
import { Button, Result, Spin } from 'antd';
import { ContentExport } from './content-export.tsx';
import { Moving } from './moving.tsx';
import { Proven } from './proven.tsx';
import { Restored } from './restored.tsx';
import { Schedule } from './schedule.tsx';
import { useRestoring } from './use-restoring.tsx';
import './backups.css';

/** Every backup, the making, trying and restoring of one, and how a site moves. */
export function Component() {
  const { list, failure, isOut, isBusy, reload, start, pick, going, listOf, dialog } = useRestoring();
  if (isOut) return <Restored to="/admin/backups" />;
  return (
    <>
      <div className="page-head">
        <h1>备份</h1>
        {list && (
          <p>
            共 {list.backups.length} 份，磁盘还剩 {readableSize(list.free)}
          </p>
        )}
        <div className="page-acts">
          {pick}
          <Button type="primary" disabled={isBusy} onClick={() => start({ kind: 'create' })}>
            立即备份
          </Button>
        </div>
      </div>
      <div className="backups">
        {going}
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        {!list && !failure && <Spin aria-label="正在加载备份" />}
        {list && (
          <>
            <Proven {...list} />
            {listOf(list.backups)}
            <div className="backup-cards">
              <Schedule />
              <ContentExport />
              <Moving dialect={list.dialect} />
            </div>
          </>
        )}
      </div>
      {dialog}
    </>
  );
}
