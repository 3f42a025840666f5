import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { api } from '../../platform/http-api.ts';
import type { UserDialogName } from './acts-on.ts';
import type { Bar } from './bar-dialog.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { MuteDialog } from './mute-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

type Props = { name: UserDialogName; member: MemberDetail; close: (isDone: boolean) => void };

/** Asks what must be known before something is done to a member, and does it. */
export function UserDialog({ name, member, close }: Props) {
  const { id, nickname } = member;
  const cancel = () => close(false);
  const disable = async (bar: Bar) => {
    await api.members.disable({ body: { id, ...bar } });
    close(true);
  };
  const mute = async (bar: Bar) => {
    await api.members.mute({ body: { id, ...bar } });
    close(true);
  };
  if (name === 'disable') return <DisableDialog who={nickname} disable={disable} close={cancel} />;
  if (name === 'mute') return <MuteDialog who={nickname} mute={mute} close={cancel} />;
  if (name === 'role') return <RoleDialog member={member} close={close} />;
  if (name === 'merge') return <MergeDialog member={member} close={close} />;
  return <ResetDialog member={member} close={close} />;
}
