import type { UnreadNotices } from '@mojian/contract/core/notices';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../calls.ts';
import { useHas } from '../../../features-on.ts';
import { Ask } from '../../../ui/ask.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { type kindOf, kinds } from './kinds.ts';
import { NoticeList } from './notice-list.tsx';
import { useNotices } from './use-notices.ts';

type Props = {
  kind: ReturnType<typeof kindOf>;
  unread: UnreadNotices;
  calls: CallsOf<'notices'>;
  listen: (onEvent: () => void) => () => void;
};

/** The member's notices of one kind. */
export function NoticesScreen({ kind, unread, calls, listen }: Props) {
  const notices = useNotices({ type: kind.type, calls, listen });
  const [isAsking, setAsking] = useState(false);
  const total = kinds.reduce((sum, { name }) => sum + unread[name], 0);
  const clear = () => {
    setAsking(false);
    void notices.clear();
  };
  return (
    <main id="main" className="wrap notices">
      <header className="page-head">
        <div>
          <h1>通知</h1>
          <p>{total > 0 ? `一共 ${total} 条没看。点开哪条，哪条就算看过。` : '都看过了。'}</p>
        </div>
        <div className="row">
          <button className="btn sm" type="button" aria-disabled={total === 0} onClick={() => notices.readAll()}>
            <Icon name="ok" />
            全部已读
          </button>
          {notices.list?.records.length ? (
            <button className="btn quiet sm" type="button" onClick={() => setAsking(true)}>
              清空
            </button>
          ) : null}
        </div>
      </header>
      <div className="notices-cols">
        <KindMenu chosen={kind} unread={unread} />
        <section aria-label={`${kind.words}通知`}>
          <NoticeList notices={notices} empty={<Nothing title={`没有${kind.words}通知`} words={kind.empty} />} />
        </section>
      </div>
      {isAsking && (
        <Ask
          question={`清空${kind.words}通知？`}
          about={`所有${kind.words}通知都会删除，没看过的也一样，删除后不能恢复。`}
          yes="清空"
          onYes={clear}
          close={() => setAsking(false)}
        />
      )}
    </main>
  );
}

function KindMenu({ chosen, unread }: { chosen: Props['kind']; unread: UnreadNotices }) {
  const has = useHas();
  return (
    <nav className="kinds" aria-label="通知种类">
      <ul>
        {kinds
          .filter(({ name }) => name !== 'comment' || has('comments'))
          .map(({ type, name, words, icon }) => (
            <li key={type}>
              <Link
                ref={type === chosen.type ? keepInSight : undefined}
                to={`/notice?type=${type}`}
                aria-current={type === chosen.type ? 'page' : undefined}
              >
                <Icon name={icon} />
                {words}
                {unread[name] > 0 && (
                  <span className="count">
                    {unread[name] > 99 ? '99+' : unread[name]}
                    <span className="vh"> 条未读</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** In a narrow window the menu is a strip that scrolls. */
function keepInSight(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function Nothing({ title, words }: { title: string; words: string }) {
  return (
    <Empty title={title}>
      <p>{words}</p>
      <Link className="btn sm" to="/">
        返回首页
      </Link>
    </Empty>
  );
}
