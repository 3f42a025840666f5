import type { MemberDetail } from '@mojian/contract/admin/member-detail';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { Confirm } from '../form/confirm.tsx';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';
import { type Bar, DisableDialog } from './disable-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { useAct } from './use-act.ts';

type Dialog = 'disable' | 'role' | 'reset' | 'merge';
type Props = { member: MemberDetail; onDone: () => void };

/** What may be done to this member. The demo account sees it and may not. */
export function UserActs({ member, onDone }: Props) {
  const { role } = useOffice();
  const [open, setOpen] = useState<Dialog>();
  const act = useAct(onDone);
  const { id, may, isMe, state, email } = member;
  if (role === 'demo') return <Shown />;
  if (!may.manage) return null;
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (isDone) onDone();
  };
  const disable = async (bar: Bar) => {
    await api.members.disable({ body: { id, ...bar } });
    close(true);
  };
  return (
    <div className="page-acts">
      <Button onClick={() => setOpen('role')}>改角色</Button>
      {email && <Button onClick={() => setOpen('reset')}>重设密码</Button>}
      {!isMe && (
        <Confirm
          title="让这个账号在所有设备上退出登录？"
          onConfirm={() => act('都退出了', () => api.members.endSession({ query: { id } }))}
        >
          <Button>全部退出</Button>
        </Confirm>
      )}
      <Button onClick={() => setOpen('merge')}>合并账号</Button>
      {!isMe && state !== 'disabled' && (
        <Button danger onClick={() => setOpen('disable')}>
          停用
        </Button>
      )}
      {state === 'disabled' && (
        <Confirm
          title="恢复之后，对方马上可以登录。"
          onConfirm={() => act('账号恢复了', () => api.members.enable({ body: { id } }))}
        >
          <Button type="primary">恢复</Button>
        </Confirm>
      )}
      {open === 'disable' && <DisableDialog who={member.nickname} disable={disable} close={() => close(false)} />}
      {open === 'role' && <RoleDialog member={member} close={close} />}
      {open === 'merge' && <MergeDialog member={member} close={close} />}
      {open === 'reset' && <ResetDialog member={member} close={close} />}
    </div>
  );
}

function Shown() {
  return (
    <div className="page-acts">
      {['改角色', '重设密码', '全部退出', '合并账号', '停用'].map((title) => (
        <Tooltip key={title} title="演示模式，不允许操作">
          <Button disabled>{title}</Button>
        </Tooltip>
      ))}
    </div>
  );
}
