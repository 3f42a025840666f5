import { groupNamed } from '@mojian/contract/core/settings-fields/sections';
import { readableSize } from '@mojian/contract/platform/readable-size';
import { Icon } from '@mojian/ui/icon';
import { Button, Result, Spin } from 'antd';
import { OneGroup } from '../../core/settings/one-group.tsx';
import { ForInstaller } from '../../platform/shell/for-installer.tsx';
import { dayTime } from '../../platform/time.tsx';
import { Remotes } from '../remotes/remotes.tsx';
import { RestoredScreen, useRestoring } from './restoring.tsx';
import type { Backups } from './use-backups.tsx';
import './backups.css';

export function Component() {
  const { list, failure, isOut, isBusy, reload, start, bringBack, pick, going, listOf, dialog } = useRestoring();
  if (isOut) return <RestoredScreen to="/admin/backups" />;
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
            <ProvenBackup {...list} />
            {listOf(list.backups)}
            <Remotes newest={list.backups[0]?.name} isBusy={isBusy} onFetch={bringBack} />
            <div className="backup-cards">
              <Schedule />
              <MovingGuide dialect={list.dialect} />
            </div>
          </>
        )}
      </div>
      {dialog}
    </>
  );
}

function ProvenBackup({ proven, lastScheduled }: Pick<Backups, 'proven' | 'lastScheduled'>) {
  return (
    <section className="card backup-proven" data-good={proven !== null}>
      <Icon name={proven ? 'ok' : 'warn'} />
      <div>
        {proven ? (
          <>
            <h2>{dayTime(proven.createdAt)} 的备份能用</h2>
            <p>{dayTime(proven.provenAt)} 把它恢复到一个临时的地方，逐行逐图核对过，都对得上。</p>
          </>
        ) : (
          <>
            <h2>还没有试恢复过的备份</h2>
            <p>定时备份完成后会自动试恢复一遍；也可以在下面点「试恢复」。没有试恢复过的备份，不保证能用。</p>
          </>
        )}
        {lastScheduled?.failure && (
          <p className="backups-bad">
            最近一次定时备份（{dayTime(lastScheduled.createdAt)}）出了问题：{lastScheduled.failure}
          </p>
        )}
      </div>
    </section>
  );
}

const group = {
  ...groupNamed('backup'),
  about: '到时间自动备份，完成后再试恢复一遍。试恢复过的最后一份一直保留。',
};

function Schedule() {
  return (
    <section className="card backup-card">
      <OneGroup group={group} />
    </section>
  );
}

function MovingGuide({ dialect }: Pick<Backups, 'dialect'>) {
  return (
    <section className="card backup-card">
      <h2>换服务器</h2>
      <p className="quiet">备份里是整个站点：数据、图片、设置。</p>
      <ol className="bullets">
        <li>在旧的地方点「立即备份」，再下载那一份。</li>
        <li>在新的地方装好墨笺，用一次性链接随便建一个站长账号，点「我有一份备份」。</li>
        <li>传上来，再点它的「恢复…」：先看会变成什么样，再确定。之后用旧站的账号登录，刚才建的那个就不在了。</li>
      </ol>
      <p className="quiet">
        恢复时逐项核对，不对会停下，不会只搬一半。备份里有密码的记号、密钥与会员的资料，请像保管钥匙一样保管它。
      </p>
      <ForInstaller>
        <DatabaseGuide isSqlite={dialect === 'sqlite'} />
      </ForInstaller>
    </section>
  );
}

/** For the fold of whoever installed the site. */
function DatabaseGuide({ isSqlite }: { isSqlite: boolean }) {
  return (
    <>
      <p>
        现在用的是 {isSqlite ? 'SQLite' : 'PostgreSQL'}；同一份备份两种数据库都能恢复。
        {isSqlite && '评论与访问多到写不过来，或者要开几个进程时，换成 PostgreSQL。'}
        要换，就在新的地方{isSqlite ? '先配好 DATABASE_URL=postgres://…' : '不写 DATABASE_URL'}再启动。
      </p>
      <p>
        也可以用命令：新的地方先别启动，执行 <code>npm run restore -- 备份.zip --dry-run</code> 看一遍，再去掉{' '}
        <code>--dry-run</code>。
      </p>
    </>
  );
}
