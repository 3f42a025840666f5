import type { Sign } from '@mojian/contract/operations/office';
import type { Permission } from '@mojian/contract/platform/permissions';
import { Icon } from '@mojian/ui/icon';
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

export function useHealth() {
  return useAnswer(['overview', 'health'], () => api.overview.health());
}

/** Sums the signs up in a sentence: how many things want a look. */
export function healthSentence(signs: Sign[]) {
  const wanting = signs.filter(({ state }) => state !== 'ok').length;
  if (wanting === 0) return '都好，没有要看的。';
  return wanting === signs.length ? `${wanting} 件事要看看。` : `${wanting} 件事要看看，别的都好。`;
}

/** Health of the site in sentences, each with the screen that deals with it; what is not well comes first. */
export function HealthInSentences() {
  const { answer, failure, reload } = useHealth();
  const order = { bad: 0, warn: 1, ok: 2 };
  const signs = answer?.signs.toSorted((one, other) => order[one.state] - order[other.state]);
  return (
    <section className="card panels-12" id="health" aria-label="健康状况">
      {failure && (
        <p className="empty-note">
          {failure}
          <button type="button" onClick={reload}>
            刷新
          </button>
        </p>
      )}
      <ul className="rows health-sentences" aria-busy={!answer}>
        {signs?.map((sign) => (
          <Sentence key={sign.name} sign={sign} />
        ))}
      </ul>
    </section>
  );
}

function Sentence({ sign: { name, state, text, advice } }: { sign: Sign }) {
  const { may } = useOffice();
  const place = partScreens[name];
  return (
    <li data-state={state}>
      <Icon name={state === 'ok' ? 'ok' : 'warn'} />
      <div>
        <b>{name}</b> <span className="health-word">{stateNames[state]}</span>
        <small>
          {text}
          {advice && `。${advice}`}
        </small>
      </div>
      {place && may(place.permission) && <Link to={place.to}>去看</Link>}
    </li>
  );
}

/** Health of the site, as the overview shows it: the page of the system says what to do. */
export function Health() {
  const { answer, failure, reload } = useHealth();
  return (
    <section className="card panels-4" id="health">
      <header>
        <h2>
          <Link to="/system">系统</Link>
        </h2>
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
          {answer?.signs.map(({ name, state, text }) => (
            <li key={name}>
              <span className={`state state-${state} health-sign`}>
                <PartName name={name} />
                <small>{stateNames[state]}</small>
              </span>
              <span>{text}</span>
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
