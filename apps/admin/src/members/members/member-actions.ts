import type { MemberDetail, MemberRow } from '@mojian/contract/members/members-admin';
import { App } from 'antd';
import { api, errorText } from '../../platform/http-api.ts';

export type UserDialogName = 'role' | 'reset' | 'merge' | 'mute' | 'disable';

/** Asked in one sentence, then done. */
type Confirmation = { sentence: string; done: string; work: () => Promise<unknown> };

export type MemberAction = { title: string; look?: 'danger' | 'primary' } & (
  | { dialog: UserDialogName }
  | { ask: Confirmation }
);

type Member = Pick<MemberRow, 'id' | 'email' | 'state' | 'mute' | 'isMe'> & Partial<Pick<MemberDetail, 'personal'>>;

/** Lists the actions on a member, the same in the list and on their page, which also knows of a password without e-mail. */
export function memberActions({ id, email, state, mute, isMe, personal }: Member): MemberAction[] {
  const logout: MemberAction = {
    title: '全部退出',
    ask: {
      sentence: '让这个账号在所有设备上退出登录？',
      done: '已全部退出',
      work: () => api.members.endSession({ query: { id } }),
    },
  };
  if (state === 'guest') return [{ title: '合并到用户', dialog: 'merge' }];
  return [
    { title: '修改角色', dialog: 'role' },
    ...(email || personal?.password ? [{ title: '重设密码', dialog: 'reset' } as const] : []),
    ...(isMe ? [] : [logout]),
    { title: '合并账号', dialog: 'merge' },
    ...(isMe ? [] : [mute ? unmute(id) : ({ title: '禁言', dialog: 'mute', look: 'danger' } as const)]),
    ...(isMe
      ? []
      : [state === 'disabled' ? enable(id) : ({ title: '停用', dialog: 'disable', look: 'danger' } as const)]),
  ];
}

function unmute(id: number): MemberAction {
  return {
    title: '解除禁言',
    ask: {
      sentence: '解除之后，对方马上可以发言。',
      done: '已解除禁言',
      work: () => api.members.unmute({ body: { id } }),
    },
  };
}

function enable(id: number): MemberAction {
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

/** Runs an action and shows its outcome; calls `onDone` only on success. */
export function useMemberAction(onDone: () => void) {
  const { message } = App.useApp();
  return async (done: string, work: () => Promise<unknown>) => {
    try {
      await work();
      message.success(done);
      onDone();
    } catch (error) {
      message.error(errorText(error));
    }
  };
}
