import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/confirm.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { actsOn, type UserAct, type UserDialogName } from './acts-on.ts';
import { useAct } from './use-act.ts';
import { UserDialog } from './user-dialog.tsx';

type Props = { member: MemberDetail; onDone: () => void };

/** What may be done to this member. The demo account sees it and may not. */
export function UserActs({ member, onDone }: Props) {
  const { role } = useOffice();
  const [open, setOpen] = useState<UserDialogName>();
  const act = useAct(onDone);
  if (role === 'demo') return <Shown member={member} />;
  if (!member.manageable) return null;
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (isDone) onDone();
  };
  return (
    <div className="page-acts">
      {actsOn(member).map((one) =>
        'dialog' in one ? (
          <Button key={one.title} {...lookOf(one)} onClick={() => setOpen(one.dialog)}>
            {one.title}
          </Button>
        ) : (
          <Confirm key={one.title} title={one.ask.sentence} onConfirm={() => act(one.ask.done, one.ask.work)}>
            <Button {...lookOf(one)}>{one.title}</Button>
          </Confirm>
        ),
      )}
      {open && <UserDialog name={open} member={member} close={close} />}
    </div>
  );
}

function lookOf({ look }: UserAct) {
  return { danger: look === 'danger', type: look === 'primary' ? 'primary' : 'default' } as const;
}

function Shown({ member }: { member: MemberDetail }) {
  return (
    <div className="page-acts">
      {actsOn(member).map(({ title }) => (
        <Tooltip key={title} title="演示模式，不允许操作">
          <Button disabled>{title}</Button>
        </Tooltip>
      ))}
    </div>
  );
}
