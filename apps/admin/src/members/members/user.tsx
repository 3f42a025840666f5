import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Avatar } from 'antd';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { useFresh } from '../../platform/shell/use-fresh.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { UserActs } from './user-acts.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserHistory } from './user-history.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserRecent } from './user-recent.tsx';
import { UserState } from './user-state.tsx';
import { UserWaysIn } from './user-ways-in.tsx';
import { roleWords } from './user-words.ts';
import './users.css';

const load = (id: string | number) => api.members.info({ query: { id: String(id) } });

export const loader = ({ params }: LoaderFunctionArgs) => load(params.id ?? '');

/** All about one member, and what may be done. */
export function Component() {
  const loaded = useLoaderData() as MemberDetail;
  const member = useFresh(loaded, () => load(loaded.id), String(loaded.id));
  const { revalidate } = useRevalidator();
  const { may } = useOffice();
  return (
    <>
      <div className="user-head">
        <Avatar className="user-avatar" size={48} src={member.avatar || undefined} alt="">
          {[...member.nickname][0]}
        </Avatar>
        <div>
          <h1>{member.nickname}</h1>
          <p>
            <span>{roleWords[member.role]}</span>
            <UserState {...member} />
            {member.email && <span>{member.email}</span>}
          </p>
        </div>
        <UserActs member={member} onDone={revalidate} />
      </div>
      {member.state === 'disabled' && <p className="user-barred">停用的原因：{member.disabledReason}</p>}
      {member.mute && <p className="user-barred">禁言的原因：{member.mutedReason}</p>}
      <div className="user-grid">
        <div>
          <UserFacts member={member} />
          <UserRecent member={member} />
          {may('audit.read') && <UserHistory member={member} />}
        </div>
        <div>
          {member.notes && <UserNotes member={member} notes={member.notes} onDone={revalidate} />}
          {member.personal && <UserWaysIn member={member} personal={member.personal} onDone={revalidate} />}
        </div>
      </div>
    </>
  );
}
