import type { Session } from '@mojian/contract/core/sessions';
import { useState } from 'react';
import type { CallsOf } from '../../../api/calls.ts';
import { Ask, CardDialog } from '../../../ui/card-dialog.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import { wayWords } from './links-dialog.tsx';

type Props = {
  sessions: Session[];
  /** Called with the remaining sessions. */
  change: (sessions: Session[]) => void;
  calls: CallsOf<'sessions'>;
  close: () => void;
};

/** Sessions of the member; others than the present can be revoked. */
export function DevicesDialog({ sessions, change, calls, close }: Props) {
  const { isBusy, refusal, send } = useSending();
  const [asks, setAsks] = useState(false);
  const revoke = (id: number) =>
    send(async () => {
      await calls.sessions.revoke({ query: { id } });
      change(sessions.filter((session) => session.id !== id));
    });
  const revokeOthers = () => {
    setAsks(false);
    return send(async () => {
      await calls.sessions.revokeOthers();
      change(sessions.filter(({ current }) => current));
    });
  };
  return (
    <CardDialog title="登录中的设备" line="有不认识的设备，请让它退出登录，并修改密码。" close={close} wide>
      <ul className="entries">
        {thisFirst(sessions).map((session) => (
          <Device key={session.id} session={session} isBusy={isBusy} revoke={revoke} />
        ))}
      </ul>
      {refusal && <p className="err">{refusal.message}</p>}
      {sessions.length > 1 && (
        <p className="does">
          <button className="btn" type="button" onClick={() => setAsks(true)} aria-disabled={isBusy}>
            退出其他所有设备
          </button>
        </p>
      )}
      {asks && (
        <Ask
          question="让其他设备都退出？"
          about={`除了这一台，另外 ${sessions.length - 1} 台都要重新登录。`}
          yes="全部退出"
          onYes={revokeOthers}
          close={() => setAsks(false)}
        />
      )}
    </CardDialog>
  );
}

function thisFirst(sessions: Session[]) {
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
}

type DeviceProps = { session: Session; isBusy: boolean; revoke: (id: number) => void };

function Device({ session: { id, device, place, way, current, usedAt }, isBusy, revoke }: DeviceProps) {
  const name = device || '未知设备';
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="meta">
          {place && <span>{place}</span>}
          <span>{wayWords[way]}</span>
          <Moment at={usedAt} />
        </p>
      </div>
      {current ? (
        <span className="badge c">本机</span>
      ) : (
        <button className="btn sm" type="button" onClick={() => revoke(id)} aria-disabled={isBusy}>
          退出<span className="vh">{name}</span>
        </button>
      )}
    </li>
  );
}
