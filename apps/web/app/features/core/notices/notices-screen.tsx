import type { UnreadNotices } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { Link } from 'react-router';
import type { CallsOf } from '../../../api/calls.ts';
import { useHas } from '../../../site/features-on.ts';
import { Ask } from '../../../ui/card-dialog.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { NoticeList } from './notice-list.tsx';
import { useNotices } from './use-notices.ts';
import './notices.css';

type Props = {
  kind: ReturnType<typeof kindOf>;
  unread: UnreadNotices;
  calls: CallsOf<'notices'>;
};

export function NoticesScreen({ kind, unread, calls }: Props) {
  const notices = useNotices({ type: kind.type, calls });
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
          <button className="btn btn-sm" type="button" aria-disabled={total === 0} onClick={() => notices.readAll()}>
            <Icon name="ok" />
            全部已读
          </button>
          {notices.list?.records.length ? (
            <button className="btn quiet btn-sm" type="button" onClick={() => setAsking(true)}>
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
    <nav className="notices-kinds" aria-label="通知种类">
      <ul>
        {kinds
          .filter(({ name }) => name !== 'comment' || has('comments'))
          .map(({ type, name, words, icon }) => (
            <li key={type}>
              <Link
                className="sub"
                ref={type === chosen.type ? keepVisible : undefined}
                to={`/notice?type=${type}`}
                aria-current={type === chosen.type ? 'page' : undefined}
              >
                <Icon name={icon} />
                {words}
                {unread[name] > 0 && (
                  <span className="count push">
                    {unread[name] > 99 ? '99+' : unread[name]}
                    <span className="visually-hidden"> 条未读</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Scrolls the menu, a strip in narrow windows, to the chosen kind. */
function keepVisible(link: HTMLElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function Nothing({ title, words }: { title: string; words: string }) {
  return (
    <Empty title={title}>
      <p>{words}</p>
      <Link className="btn btn-sm" to="/">
        返回首页
      </Link>
    </Empty>
  );
}

type Kind = { type: number; name: keyof UnreadNotices; words: string; icon: string; empty: string };

/** Kinds of notices in menu order. */
export const kinds: [Kind, ...Kind[]] = [
  { type: noticeKinds.system, name: 'system', words: '系统', icon: 'bell', empty: '站里一切如常，没有要告诉你的事。' },
  {
    type: noticeKinds.comment,
    name: 'comment',
    words: '评论',
    icon: 'talk',
    empty: '谁在你的文章下接了话，会送到这里。',
  },
  {
    type: noticeKinds.follow,
    name: 'follow',
    words: '关注',
    icon: 'user',
    empty: '谁关注了你，你关注的人写了新的，会送到这里。',
  },
  { type: noticeKinds.like, name: 'like', words: '点赞', icon: 'heart', empty: '谁喜欢了你的字，会送到这里。' },
  { type: noticeKinds.collect, name: 'collect', words: '收藏', icon: 'star', empty: '谁收下了你的文章，会送到这里。' },
];

/** The kind of the address, `/notice?type=3`; the first by default. */
export function kindOf(type: string | null) {
  return kinds.find((kind) => String(kind.type) === type) ?? kinds[0];
}
