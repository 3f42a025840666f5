import type { Permission } from '@mojian/contract/core/permissions';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { useCall } from '../../platform/use-call.ts';
import './health.css';

const words = { ok: '正常', warn: '注意', bad: '需处理' };

/** Where more is told of a part, for who may go there. */
const places: Record<string, { to: string; permission: Permission }> = {
  备份: { to: '/backups', permission: 'backups.manage' },
  发件箱: { to: '/outbox', permission: 'outbox.manage' },
  定时任务: { to: '/jobs', permission: 'jobs.manage' },
  邮件: { to: '/settings', permission: 'settings.read' },
  检索: { to: '/system', permission: 'system.manage' },
};

/** How the parts of the site are, each with a dot, a word for those who see no dot, and a line. */
export function Health() {
  const { answer, failure, reload } = useCall(api.overview.health);
  return (
    <section className="card s4">
      <header>
        <h2>系统</h2>
        {answer && (
          <span>
            版本 {answer.version}
            {answer.newer && <b>有新版 {answer.newer}</b>}
          </span>
        )}
      </header>
      {failure ? (
        <p className="none">
          {failure}
          <button type="button" onClick={reload}>
            刷新
          </button>
        </p>
      ) : (
        <ul className="health in" aria-busy={!answer}>
          {answer?.signs.map(({ name, state, text }) => (
            <li key={name}>
              <span className={`sign ${state}`}>
                <Name name={name} />
                <small>{words[state]}</small>
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Name({ name }: { name: string }) {
  const { may } = useOffice();
  const place = places[name];
  return place && may(place.permission) ? <Link to={place.to}>{name}</Link> : name;
}
