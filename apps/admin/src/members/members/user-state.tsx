import type { MemberRow } from '@mojian/contract/members/members-admin';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';

const tones = { active: 'ok', disabled: 'bad', closing: 'plan', gone: 'off', guest: 'plan' } as const;

export function UserState({ state, disabledUntil, mute }: Pick<MemberRow, 'state' | 'disabledUntil' | 'mute'>) {
  return (
    <>
      <AccountState state={state} disabledUntil={disabledUntil} />
      {mute && (
        <State tone="bad">
          {mute.until ? '禁言中' : '永久禁言'}
          {mute.until && (
            <small>
              到 <ShortTime time={mute.until} />
            </small>
          )}
        </State>
      )}
    </>
  );
}

function AccountState({ state, disabledUntil }: Pick<MemberRow, 'state' | 'disabledUntil'>) {
  return (
    <State tone={tones[state]}>
      {stateNames[state]}
      {disabledUntil && (
        <small>
          到 <ShortTime time={disabledUntil} />
        </small>
      )}
    </State>
  );
}

export const stateNames: Record<MemberRow['state'], string> = {
  active: '正常',
  disabled: '已停用',
  closing: '注销中',
  gone: '已注销',
  guest: '访客作者',
};

export const wayNames: Record<string, string> = {
  password: '密码',
  code: '邮箱验证码',
  passkey: '通行密钥',
  qq: 'QQ',
  weibo: '微博',
  gitee: 'Gitee',
  wechat: '微信',
  github: 'GitHub',
  'wechat-account': '公众号',
};
