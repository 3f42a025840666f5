/**
 * Texts for the `loginFailed` codes that a failed social login puts into the address, in a module without zod for the
 * browser.
 */
export const loginFailures = {
  denied: '已取消登录',
  expired: '登录已过期，请重新登录',
  refused: '对方没有认可这次登录，请重新登录',
  unavailable: '对方暂时没有应答，请稍后再试',
  taken: '这个账号已经绑定了别的用户',
  another: '已经绑定了另一个账号，请先解除绑定',
  off: '站长没有开放这种登录方式',
  closed: '本站不收新会员；已有账号的请用原来的方式登录',
  invite: '本站凭邀请注册，请用邀请码注册后再绑定',
  waiting: '注册申请已提交，站长通过之后就能登录',
  rejected: '注册申请没有通过，有疑问请联系站长',
  maintenance: '本站正在维护，暂时不收新成员，请过些时候再来',
} as const;

export type LoginFailure = keyof typeof loginFailures;
