import type { Permission } from '@mojian/contract/platform/permissions';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import './health.css';

const stateNames = { ok: '正常', warn: '注意', bad: '需处理' };

const partScreens: Record<string, { to: string; permission: Permission }> = {
  备份: { to: '/backups', permission: 'backups.manage' },
  发件箱: { to: '/outbox', permission: 'outbox.manage' },
  定时任务: { to: '/jobs', permission: 'jobs.manage' },
  邮件: { to: '/settings#set-mail', permission: 'settings.read' },
  磁盘: { to: '/files', permission: 'files.manage' },
  热搜来源: { to: '/settings#set-hot', permission: 'settings.read' },
};

/** Health of the site. `inFull` says what to do about what is not well; the overview links there. */
export function Health({ inFull = false }: { inFull?: boolean }) {
  const { answer, failure, reload } = useAnswer(['overview', 'health'], () => api.overview.health());
  return (
    <section className={`card ${inFull ? 'panels-12' : 'panels-4'}`} id="health">
      <header>
        <h2>{inFull ? '健康状况' : <Link to="/system">系统</Link>}</h2>
        {answer && (
          <span>
            版本 {answer.version}
            {answer.newer && <b>有新版 {answer.newer}</b>}
          </span>
        )}
      </header>
      {failure ? (
        <p className="empty-note">
          {failure}
          <button type="button" onClick={reload}>
            刷新
          </button>
        </p>
      ) : (
        <ul className="rows health-signs card-body" aria-busy={!answer}>
          {answer?.signs.map(({ name, state, text, advice }) => (
            <li key={name}>
              <span className={`state state-${state} health-sign`}>
                <PartName name={name} />
                <small>{stateNames[state]}</small>
              </span>
              <span>
                {text}
                {inFull && advice && <span className="health-advice">{advice}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PartName({ name }: { name: string }) {
  const { may } = useOffice();
  const place = partScreens[name];
  return place && may(place.permission) ? <Link to={place.to}>{name}</Link> : name;
}
