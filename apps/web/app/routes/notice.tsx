import { useState } from 'react';
import { type MetaFunction, useSearchParams } from 'react-router';
import { httpApi } from '../api/http-api.ts';
import { MembersFrame, MembersOnly, useElsewhere } from '../features/core/asks-login/asks-login.tsx';
import { NoticesWaiting } from '../features/core/notices/notice-list.tsx';
import { kindOf, kinds, NoticesScreen } from '../features/core/notices/notices-screen.tsx';
import { useUnread } from '../live/unread.ts';
import { siteFrom } from '../shell/page-meta.ts';
import { useHas } from '../site/features-on.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: ['通知', siteFrom(matches)?.name].filter(Boolean).join(' · ') },
  { name: 'robots', content: 'noindex' },
];

const frame = { title: '通知', line: '谁回了你的话，谁喜欢了你的字。' };

/** Kind of the address; else the first with unread notices, which then stays. */
function useKind(unread: ReturnType<typeof useUnread>) {
  const [query] = useSearchParams();
  const type = query.get('type');
  const [first, setFirst] = useState<(typeof kinds)[number]>();
  const waiting = kinds.find(({ name }) => unread[name] > 0);
  if (type === null && !first && waiting) setFirst(waiting);
  return type === null ? (first ?? kinds[0]) : kindOf(type);
}

export default function NoticeRoute() {
  const unread = useUnread();
  const kind = useKind(unread);
  return (
    <MembersOnly
      {...frame}
      reason={`登录之后，${useHas()('comments') ? '评论、' : ''}关注、点赞与系统的通知都会送到这里。`}
      instead={useElsewhere()}
      asksAtOnce
      waiting={
        <MembersFrame {...frame}>
          <NoticesWaiting />
        </MembersFrame>
      }
    >
      {({ id }) => <NoticesScreen key={`${id} ${kind.type}`} kind={kind} unread={unread} calls={httpApi} />}
    </MembersOnly>
  );
}
