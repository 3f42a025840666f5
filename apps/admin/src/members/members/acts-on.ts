import type { MemberRow } from '@mojian/contract/members/member-detail';
import { api } from '../../platform/http-api.ts';

export type UserDialogName = 'role' | 'reset' | 'merge' | 'mute' | 'disable';

/** Asked with one sentence and then done. */
type Asked = { sentence: string; done: string; work: () => Promise<unknown> };

export type UserAct = { title: string; look?: 'danger' | 'primary' } & ({ dialog: UserDialogName } | { ask: Asked });

type Member = Pick<MemberRow, 'id' | 'email' | 'state' | 'mute' | 'isMe'>;

/** What may be done to a member by who may manage them, the same in the list and on their page. */
export function actsOn({ id, email, state, mute, isMe }: Member): UserAct[] {
  const logout: UserAct = {
    title: '全部退出',
    ask: {
      sentence: '让这个账号在所有设备上退出登录？',
      done: '已全部退出',
      work: () => api.members.endSession({ query: { id } }),
    },
  };
  return [
    { title: '修改角色', dialog: 'role' },
    ...(email ? [{ title: '重设密码', dialog: 'reset' } as const] : []),
    ...(isMe ? [] : [logout]),
    { title: '合并账号', dialog: 'merge' },
    ...(isMe ? [] : [mute ? unmute(id) : ({ title: '禁言', dialog: 'mute', look: 'danger' } as const)]),
    ...(isMe
      ? []
      : [state === 'disabled' ? enable(id) : ({ title: '停用', dialog: 'disable', look: 'danger' } as const)]),
  ];
}

function unmute(id: number): UserAct {
  return {
    title: '解除禁言',
    ask: {
      sentence: '解除之后，对方马上可以发言。',
      done: '已解除禁言',
      work: () => api.members.unmute({ body: { id } }),
    },
  };
}

function enable(id: number): UserAct {
  return {
    title: '恢复',
    look: 'primary',
    ask: {
      sentence: '恢复之后，对方马上可以登录。',
      done: '账号已恢复',
      work: () => api.members.enable({ body: { id } }),
    },
  };
}
