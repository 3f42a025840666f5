import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { useUser } from '../../session.ts';
import { Face } from '../../ui/face.tsx';
import { useUnread } from '../../unread.ts';
import { ForMembers } from './for-members.tsx';
import { firstUnread, NoticeMenu } from './notice-menu.tsx';
import { Invitation, MemberMenu } from './who-menus.tsx';

/** The bell and the face of whoever reads, each with its menu; they open as the header's other menus do. */
export function WhoNow() {
  const user = useUser();
  const unread = useUnread();
  const isDotted = Object.values(unread).some((count) => count > 0);
  return (
    <div className="who">
      <div>
        <ForMembers
          className={isDotted ? 'ib dot' : 'ib'}
          to={firstUnread(unread)}
          label={isDotted ? '通知，有未读' : '通知'}
        >
          <Icon name="bell" />
        </ForMembers>
        <NoticeMenu unread={unread} />
      </div>
      {user?.writing.write && (
        <div>
          <Link className="ib" to="/newposts" aria-label="写文章">
            <Icon name="edit" />
          </Link>
        </div>
      )}
      {user ? (
        <div>
          <Link className="ib" to="/user" aria-label="个人中心">
            <Face name={user.nickname} picture={user.avatar} />
          </Link>
          <MemberMenu user={user} />
        </div>
      ) : (
        <div>
          <button className="ib" type="button" aria-label="我的">
            <Icon name="user" />
          </button>
          <Invitation />
        </div>
      )}
    </div>
  );
}
