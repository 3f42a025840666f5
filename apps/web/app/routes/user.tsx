import { type MetaFunction, useNavigate, useSearchParams } from 'react-router';
import { MembersOnly } from '../features/asks-login/members-only.tsx';
import { CentreScreen } from '../features/user/centre-screen.tsx';
import { CentreWaiting } from '../features/user/centre-waiting.tsx';
import { ownTabs } from '../features/user/choice.ts';
import { httpApi } from '../http-api.ts';
import { keepReturnPath } from '../return-path.ts';
import { endSession, keepUser } from '../session.ts';
import { siteFrom } from '../shell/page-meta.ts';
import { useSite } from '../shell/use-site.ts';
import { toast } from '../ui/toast.ts';
import { uploadPicture } from '../upload.ts';
import './user.css';

export const meta: MetaFunction = ({ matches }) => {
  const name = siteFrom(matches)?.name;
  return [{ title: name ? `个人中心 · ${name}` : '个人中心' }, { name: 'robots', content: 'noindex' }];
};

export default function UserRoute() {
  const site = useSite();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const tab = ownTabs.find((tab) => tab === query.get('tab')) ?? 'articles';
  const onClosed = async () => {
    await navigate('/');
    endSession();
    toast('success', '注销成功');
  };
  return (
    <MembersOnly
      title="个人中心"
      line="自己的字、收藏和来往，都收在这里。"
      reason="登录之后，可以看自己的文章与收藏，关注的人，也可以每天来签到。"
      instead={{ to: '/', words: '回到首页' }}
      waiting={<CentreWaiting />}
    >
      {(me) => (
        <CentreScreen
          tab={tab}
          me={me}
          site={site}
          calls={httpApi}
          upload={uploadPicture}
          keepMe={keepUser}
          leaveFor={leaveFor}
          onClosed={onClosed}
        />
      )}
    </MembersOnly>
  );
}

/** Goes to another site, from where the member comes back to this page. */
function leaveFor(address: string) {
  keepReturnPath();
  location.assign(address);
}
