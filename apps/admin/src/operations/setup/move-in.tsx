import { Button, Result } from 'antd';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import { Restored } from '../backups/restored.tsx';
import { useRestoring } from '../backups/use-restoring.tsx';
import '../backups/backups.css';

/** The other way through the set-up: the new site becomes the old one, from a backup that is brought along. */
export function MoveIn() {
  const navigate = useNavigate();
  const goHome = useCallback(() => navigate('/'), [navigate]);
  const { list, failure, isOut, reload, pick, going, listOf, dialog } = useRestoring(goHome);
  const brought = list?.backups.filter(({ reason }) => reason === 'uploaded' || reason === null) ?? [];
  if (isOut) return <Restored to="/admin" />;
  return (
    <div className="setup">
      <header>
        <h1>把旧站搬进来</h1>
        <Link to="/setup">不迁移，逐步设置</Link>
      </header>
      <ol className="moves-in">
        <li>在旧站的「备份」里点「立即备份」，下载那一份。</li>
        <li>在这里传上来。</li>
        <li>点它的「恢复…」：先预览一遍，看看会变成什么样，确认之后才开始。</li>
      </ol>
      <p>恢复好之后，请用旧站的账号登录：刚才建的站长账号就不在了，建站的几步也不用填了。</p>
      <div className="backups">
        <div className="ways">{pick}</div>
        {going}
        {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
        {brought.length > 0 && listOf(brought)}
      </div>
      {dialog}
    </div>
  );
}
