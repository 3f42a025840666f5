import type { Notice } from '@mojian/contract/core/notices';
import { noticeKinds } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { Face } from '../../../ui/face.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ownPicture } from '../../../ui/own-picture.ts';
import { whatHappened, whoDid } from './sentence.ts';

type Props = { notice: Notice; onRead: () => void; onRemove: () => void };

/** One notice. The whole row is the way to what it tells of, and going there reads it. */
export function NoticeRow({ notice, onRead, onRemove }: Props) {
  const { kind, reason, text, title, read } = notice;
  const isSaid = kind === noticeKinds.system || reason === 'published';
  return (
    <li className={read ? 'notice' : 'notice new'}>
      <Faces notice={notice} />
      <div className="told">
        <p className="line">
          {!read && <span className="vh">未读：</span>}
          <Way notice={notice} onRead={onRead}>
            <b>{whoDid(notice)}</b> {whatHappened(notice)}
          </Way>
          <Moment at={notice.createdAt} />
        </p>
        {text && <blockquote>{text}</blockquote>}
        {title && !isSaid && <p className={notice.link.startsWith('/article') ? 'src book' : 'src'}>{title}</p>}
      </div>
      <button
        className="ib"
        type="button"
        aria-label={`删除：${whoDid(notice)}${whatHappened(notice)}`}
        onClick={onRemove}
      >
        <Icon name="x" />
      </button>
    </li>
  );
}

/** Where it leads; one that leads nowhere can still be read. */
function Way({ notice: { link, read }, onRead, children }: Omit<Props, 'onRemove'> & { children: React.ReactNode }) {
  const readOnce = () => !read && onRead();
  if (link)
    return (
      <Link className="way" to={link} onClick={readOnce} onAuxClick={readOnce}>
        {children}
      </Link>
    );
  if (read) return <span>{children}</span>;
  return (
    <button className="way" type="button" onClick={readOnce}>
      {children}
    </button>
  );
}

function Faces({ notice: { kind, actors } }: { notice: Notice }) {
  const [first, second] = actors;
  if (!first)
    return (
      <span className={kind === noticeKinds.system ? 'faces sign' : 'faces sign quiet'}>
        <Icon name="bell" />
      </span>
    );
  return (
    <span className={second ? 'faces pile' : 'faces'}>
      <Face name={first.nickname} picture={ownPicture(first.avatar)} />
      {second && <Face name={second.nickname} picture={ownPicture(second.avatar)} />}
    </span>
  );
}
