import type { Notice } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useRef } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../../ui/empty.tsx';
import { Face } from '../../../ui/face.tsx';
import { longDate, Moment } from '../../../ui/moment.tsx';
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
  const today = longDate(new Date().toISOString());
  const isToday = ({ createdAt }: Notice) => longDate(createdAt) === today;
  return [
    { words: '今日', rows: records.filter(isToday) },
    { words: '昨日与更早', rows: records.filter((notice) => !isToday(notice)) },
  ].filter(({ rows }) => rows.length > 0);
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
        <p className="notice-line sub">
          {!read && <span className="visually-hidden">未读：</span>}
          <Way notice={notice} onRead={onRead}>
            <b className="ink">{whoDid(notice)}</b> {whatHappened(notice)}
          </Way>
          <Moment at={notice.createdAt} />
        </p>
        {text && <blockquote className="ink">{text}</blockquote>}
        {title && !isSaid && (
          <p
            className={
              notice.link.startsWith('/article')
                ? 'notice-source notice-book type-note dim'
                : 'notice-source type-note dim'
            }
          >
            {title}
          </p>
        )}
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
