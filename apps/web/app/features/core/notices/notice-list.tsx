import type { Notice } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { dayNumber } from '@mojian/contract/platform/time';
import { Icon } from '@mojian/ui/icon';
import { useRef } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import type { useNotices } from './use-notices.ts';

type Props = { notices: ReturnType<typeof useNotices>; empty: React.ReactNode };

export function NoticeList({ notices, empty }: Props) {
  const { list, state, again, loadMore, read, remove } = notices;
  const place = useRef<HTMLDivElement>(null);
  const hasFailed = state === 'failed';
  if (!list?.records.length && hasFailed) return <NotLoaded title="通知加载失败" again={again} />;
  if (!list) return <NoticesWaiting />;
  if (list.records.length === 0) return empty;

  const removeRow = (notice: Notice) => {
    void remove(notice);
    // the focused button leaves with its row
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className="notice-days">
      {byDay(list.records).map(({ words, rows }) => (
        <section key={words} aria-label={words}>
          <h2>{words}</h2>
          <ul>
            {rows.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onRead={() => void read(notice)}
                onRemove={() => removeRow(notice)}
              />
            ))}
          </ul>
        </section>
      ))}
      {(list.next || hasFailed) && (
        <div className="load-more" role="status">
          <button
            className="btn"
            type="button"
            aria-disabled={state === 'loading'}
            onClick={hasFailed ? again : loadMore}
          >
            {state === 'loading' ? '正在加载…' : hasFailed ? '加载失败，重试' : '加载更多'}
          </button>
        </div>
      )}
    </div>
  );
}

function byDay(records: Notice[]) {
  const dayOf = ({ createdAt }: Notice) => {
    const days = dayNumber(Date.now()) - dayNumber(Date.parse(createdAt));
    return days > 1 ? '更早' : days > 0 ? '昨天' : '今天';
  };
  const days = Map.groupBy(records, dayOf);
  return (['今天', '昨天', '更早'] as const).flatMap((words) => {
    const rows = days.get(words);
    return rows ? { words, rows } : [];
  });
}

type NoticeRowProps = { notice: Notice; onRead: () => void; onRemove: () => void };

/** The whole row links to the notice's subject; following it marks it read. */
function NoticeRow({ notice, onRead, onRemove }: NoticeRowProps) {
  const { kind, reason, text, title, read } = notice;
  const isSaid = kind === noticeKinds.system || reason === 'published';
  return (
    <li className={read ? 'notice' : 'notice notice-new'}>
      <Faces notice={notice} />
      <div className="notices-waiting-line">
        <p className="notice-line">
          {!read && <span className="visually-hidden">未读：</span>}
          <Way notice={notice} onRead={onRead}>
            <b>{whoDid(notice)}</b> {whatHappened(notice)}
          </Way>
        </p>
        {text && <blockquote className="clamp-2">{text}</blockquote>}
        <p className="notice-about dim">
          <Moment at={notice.createdAt} />
          {title && !isSaid && (
            <span className={notice.link.startsWith('/article') ? 'notice-source notice-book' : 'notice-source'}>
              {title}
            </span>
          )}
          <Answer notice={notice} onRead={onRead} />
        </p>
      </div>
      <button
        className="icon-button"
        type="button"
        aria-label={`删除：${whoDid(notice)}${whatHappened(notice)}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

/** Link to the subject; without one, a button that marks the notice read. */
function Way({
  notice: { link, read },
  onRead,
  children,
}: Omit<NoticeRowProps, 'onRemove'> & { children: React.ReactNode }) {
  const readOnce = () => !read && onRead();
  const isOffice = link.startsWith('/admin'); // another application
  if (link)
    return (
      <Link className="notice-way" to={link} reloadDocument={isOffice} onClick={readOnce} onAuxClick={readOnce}>
        {children}
      </Link>
    );
  if (read) return <span>{children}</span>;
  return (
    <button className="notice-way" type="button" onClick={readOnce}>
      {children}
    </button>
  );
}

/** The one thing to do about a notice, at the right; none where looking at it is all. */
function Answer({ notice, onRead }: Omit<NoticeRowProps, 'onRemove'>) {
  const answer = answerTo(notice);
  if (!answer) return null;
  return (
    <Link
      className="notice-answer push"
      to={answer.to}
      reloadDocument={answer.to.startsWith('/admin')}
      onClick={() => !notice.read && onRead()}
    >
      {answer.words}
      <span className="visually-hidden">：{whoDid(notice)}</span>
    </Link>
  );
}

type Answered = Pick<Notice, 'kind' | 'reason' | 'subject' | 'link' | 'actors' | 'count'>;

/** Words and address of what to do about a notice. */
export function answerTo({ kind, reason, subject, link, actors: [actor], count }: Answered) {
  if (kind === noticeKinds.follow && reason !== 'published')
    return actor && count < 2 ? { words: '看看 TA', to: `/user/${actor.id}` } : undefined;
  if (!link) return undefined;
  if (kind === noticeKinds.comment) return { words: subject === 'chat' ? '去看' : '回复', to: link };
  if (kind === noticeKinds.system) return { words: '去看', to: link };
  return reason === 'published' ? { words: '去读', to: link } : undefined;
}

function Faces({ notice: { kind, actors } }: { notice: Notice }) {
  const [first, second] = actors;
  if (!first)
    return (
      <span
        className={
          kind === noticeKinds.system
            ? 'notice-faces notice-sign accent'
            : 'notice-faces notice-sign notice-quiet accent'
        }
      >
        <Icon name="bell" />
      </span>
    );
  return (
    <span className={second ? 'notice-faces notice-pile' : 'notice-faces'}>
      <Face name={first.nickname} picture={ownPicture(first.avatar)} />
      {second && <Face name={second.nickname} picture={ownPicture(second.avatar)} />}
    </span>
  );
}

/** Actors: 「A」、「A、B」、「A、B 等 12 人」, 「你关注的 A」. */
export function whoDid({ kind, reason, actors, count }: Pick<Notice, 'kind' | 'reason' | 'actors' | 'count'>) {
  if (actors.length === 0) return kind === noticeKinds.system ? '系统' : '有人';
  const names = actors.slice(0, 2).map(({ nickname }) => nickname);
  if (reason === 'published') return `你关注的 ${names[0]}`;
  return count > 2 ? `${names.join('、')} 等 ${count} 人` : names.join('、');
}

type Happened = Pick<Notice, 'kind' | 'reason' | 'subject' | 'link' | 'title'>;

/** The event and its subject. */
export function whatHappened({ kind, reason, subject, link, title }: Happened) {
  if (kind === noticeKinds.follow) return reason === 'published' ? `发布了《${title}》` : '关注了你';
  if (kind === noticeKinds.collect) return '收藏了你的文章';
  if (kind === noticeKinds.like) return `赞了你的${subject === '' ? '文章' : things[subject]}`;
  if (kind === noticeKinds.comment) return aboutComment[reason](placeOf(subject, link));
  return title || '有一条通知';
}

const things = { article: '文章', say: '说说', comment: '评论', chat: '消息' };

function placeOf(subject: Notice['subject'], link: string) {
  if (subject === 'chat') return '聊天室';
  return link.startsWith('/say') ? '说说' : '文章';
}

const aboutComment: Record<Notice['reason'], (place: string) => string> = {
  own: (place) => `评论了你的${place}`,
  reply: (place) => `在${place}里回复了你`,
  mention: (place) => `在${place}里提到了你`,
  '': (place) => `在${place}里说了话`,
  published: (place) => `发布了${place}`,
};

/** Skeleton of the list. */
export function NoticesWaiting() {
  return (
    <div className="notices-waiting" role="status" aria-label="正在加载通知">
      {[0, 1, 2].map((row) => (
        <div className="notice" key={row}>
          <span className="notice-faces" />
          <span className="notices-waiting-line" />
        </div>
      ))}
    </div>
  );
}
