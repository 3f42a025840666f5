import { lazy, Suspense } from 'react';
import { type MetaFunction, useLocation, useNavigate } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { keyCalls } from '../api/key-calls.ts';
import { uploadPicture } from '../api/upload.ts';
import { MembersOnly } from '../features/core/asks-login/asks-login.tsx';
import { CentreWaiting } from '../features/members/members/centre-waiting.tsx';
import { ownTabs } from '../features/members/members/tabs.tsx';
import { useUnread } from '../live/unread.ts';
import { keepReturnPath } from '../session/return-path.ts';
import { endSession, keepUser } from '../session/session.ts';
import { readToken } from '../session/token.ts';
import { siteFrom, useSite } from '../shell/page-meta.ts';
import { toast } from '../ui/toast.ts';

const fetchCentre = () => import('../features/members/members/centre-screen.tsx');
/** Not in the visitors' bundle; with a token it is preloaded while the member is being loaded. */
const CentreScreen = lazy(() => fetchCentre().then((part) => ({ default: part.CentreScreen })));
// a failure is retried when it is rendered
if (!import.meta.env.SSR && readToken()) fetchCentre().catch(() => {});

export const meta: MetaFunction = ({ matches }) => {
  const name = siteFrom(matches)?.name;
  return [{ title: name ? `个人中心 · ${name}` : '个人中心' }, { name: 'robots', content: 'noindex' }];
};

export default function UserRoute() {
  const site = useSite();
  const { private: chats, ...notices } = useUnread();
  const unread = { chats, notices: Object.values(notices).reduce((sum, count) => sum + count, 0) };
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const tab = ownTabs.find((tab) => tab === query.get('tab')) ?? 'articles';
  const onClosed = async () => {
    await navigate('/');
    endSession();
    toast('success', '账号已注销，14 天内登录可恢复');
  };
  return (
    <MembersOnly
      title="个人中心"
      line="自己的字、收藏和来往，都收在这里。"
      reason="登录之后，可以看自己的文章与收藏，关注的人，也可以每天来签到。"
      instead={{ to: '/', words: '返回首页' }}
      waiting={<CentreWaiting />}
    >
      {(me) => (
        <Suspense fallback={<CentreWaiting />}>
          <CentreScreen
            tab={tab}
            me={me}
            unread={unread}
            site={site}
            calls={httpApi}
            keys={keyCalls}
            upload={uploadPicture}
            keepMe={keepUser}
            leaveFor={leaveFor}
            onClosed={onClosed}
          />
        </Suspense>
      )}
    </MembersOnly>
  );
}

/** Leaves for another site, which returns the member here. */
function leaveFor(address: string) {
  keepReturnPath();
  location.assign(address);
}
