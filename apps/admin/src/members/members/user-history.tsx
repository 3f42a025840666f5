import { actWords } from '@mojian/contract/core/acts';
import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Button } from 'antd';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { Changes } from '../../core/audit/changes.tsx';
import { api } from '../../platform/http-api.ts';
import { useCall } from '../../platform/use-call.ts';
import { When } from '../../platform/when.tsx';

const shown = 6;

/** What the staff did to this account; asked anew whenever the member is. */
export function UserHistory({ member }: { member: MemberDetail }) {
  const subject = `user:${member.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may just have been done to them
  const call = useCallback(() => api.audit.list({ query: { subject, pageSize: shown } }), [subject, member]);
  const { answer, failure, reload } = useCall(call);
  return (
    <section className="user-card user-history">
      <h2>
        对这个账号的操作
        {answer && answer.total > shown && (
          <Link to={`/audit?subject=${encodeURIComponent(subject)}`}>全部 {answer.total} 条</Link>
        )}
      </h2>
      {failure && (
        <p className="none">
          {failure}{' '}
          <Button size="small" onClick={reload}>
            重试
          </Button>
        </p>
      )}
      {answer?.records.length === 0 && <p className="none">还没有。停用、改角色、重设密码都会记在这里。</p>}
      <ul>
        {answer?.records.map((row) => (
          <li key={row.id}>
            <b>{actWords(row.act).split(' · ')[1]}</b>
            <small>
              {row.actor.name} · <When time={row.createdAt} />
            </small>
            <Changes {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
