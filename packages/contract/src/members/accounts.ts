import { z } from 'zod';
import { solution } from '../core/captcha.ts';
import { signedIn } from '../core/sessions.ts';
import { spellEmail } from '../platform/email.ts';
import { get, post, put } from '../platform/endpoint.ts';
import { emailField } from '../platform/fields.ts';
import { passwordLengths } from './password-strength.ts';

/** Length limits of a new password; `passwordWeakness` judges its strength. */
export const newPassword = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .min(passwordLengths.least, `密码不能少于 ${passwordLengths.least} 个字符`)
  .max(passwordLengths.most, `密码不能超过 ${passwordLengths.most} 个字符`);

/** Password to compare. Longer than any valid one is refused before hashing. */
const presentPassword = z.string('请输入密码').min(1, '请输入密码').max(passwordLengths.most, '账号或密码错误');

/** Current password confirming an action; omitted by members without one. */
const confirmedPassword = z.string('请输入现在的密码').max(passwordLengths.most, '现在的密码不对').default('');

export const email = emailField('请输入账号');

/** Grapheme clusters: an emoji counts as one. */
export const nicknameLength = 20;

/** Nickname in NFC, so that equal names are equal text. The server checks further rules when it is set. */
export const nickname = z
  .string('请输入昵称')
  .max(200, `昵称不能超过 ${nicknameLength} 个字`)
  .normalize('NFC')
  .trim()
  .min(1, '请输入昵称')
  .refine((text) => Array.from(text).length <= nicknameLength, `昵称不能超过 ${nicknameLength} 个字`);

export const code = z
  .string('请输入验证码')
  .trim()
  .min(1, '请输入验证码')
  .regex(/^\d{6}$/, '验证码是 6 位数字');

const invitation = z.string('邀请码须为文字').trim().toUpperCase().max(40, '邀请码无效').optional();

/** Account name at login; not validated, since an invalid one matches nobody. */
const account = z
  .string('请输入账号')
  .overwrite(spellEmail)
  .min(1, '请输入账号')
  .max(100, '账号或密码错误')
  .regex(/^\P{Cc}*$/u, '账号或密码错误');

const yesOrNo = z.boolean('须为 true 或 false');

export const accounts = {
  emailLogin: post('/oauth/emailLogin', 'anyone', {
    duringMaintenance: true,
    about: '用邮箱与密码登录；多次失败之后须带 captcha',
    body: z.object({ email: account, password: presentPassword, captcha: solution }),
    reply: signedIn,
  }),
  codeLogin: post('/oauth/codeLogin', 'anyone', {
    duringMaintenance: true,
    about: '用邮箱验证码登录',
    limit: { most: 20, seconds: 600 },
    body: z.object({ email, code }),
    reply: signedIn,
  }),
  register: post('/oauth/emailRegister', 'anyone', {
    feature: 'registration',
    about: '用邮箱验证码注册，注册成功即已登录；凭邀请注册时须带 invitation，本站不能寄信时不用 code',
    limit: { most: 20, seconds: 600 },
    body: z.object({ email, nickname, password: newPassword, code: code.optional(), invitation }),
    reply: signedIn,
  }),
  apply: post('/oauth/apply', 'anyone', {
    feature: 'registration',
    about: '申请注册，等站长通过；本站能寄信时须带 code',
    limit: { most: 10, seconds: 600 },
    body: z.object({
      email,
      nickname,
      password: newPassword,
      code: code.optional(),
      words: z.string('附言须为文字').trim().max(200, '附言不能超过 200 个字').default(''),
    }),
  }),
  forgetPassword: put('/oauth/forgetPassword', 'anyone', {
    duringMaintenance: true,
    about: '凭邮箱验证码改密码；所有设备上的登录一并退出',
    limit: { most: 20, seconds: 600 },
    body: z.object({ email, password: newPassword, code }),
  }),
  resetByLink: put('/oauth/resetPassword', 'anyone', {
    about: '凭站长给的链接改密码：只用一次；所有设备上的登录一并退出',
    limit: { most: 20, seconds: 600 },
    body: z.object({
      ticket: z.string('链接不完整，请重新打开').min(1, '链接不完整，请重新打开').max(200, '链接不完整，请重新打开'),
      password: newPassword,
    }),
  }),
  sendEmailCode: get('/oauth/sendEmailCode', 'anyone', {
    about: '寄一个 6 位验证码：5 分钟有效，只用一次；同一邮箱 60 秒一封，同一地址要得多了须带 captcha',
    query: z.object({
      email: emailField('请输入邮箱'),
      captcha: solution,
    }),
  }),
  changePassword: put('/v1/account/password', 'member', {
    about: '改密码；没有密码的账号须先有邮箱，且是 10 分钟内登录的。其他设备上的登录一并退出',
    limit: { most: 10, seconds: 600 },
    body: z.object({ present: confirmedPassword, password: newPassword }),
  }),
  changeEmail: put('/v1/account/email', 'member', {
    about: '添加或更换邮箱：code 是寄到新邮箱的验证码；有密码的账号须给出密码，没有的须是 10 分钟内登录的',
    limit: { most: 10, seconds: 600 },
    body: z.object({ email, code, password: confirmedPassword }),
  }),
  confirm: post('/v1/account/confirm', 'member', {
    about:
      '再给一次密码：这次登录从此 10 分钟内可以添加通行密钥、绑定别家登录、带走自己的数据；在后台可以改管着登录的设置、改角色、做重设密码的链接、下载与恢复备份、下载导出的内容；没有密码的账号须是 10 分钟内登录的',
    limit: { most: 20, seconds: 600 },
    body: z.object({ password: confirmedPassword }),
  }),
  changePreferences: put('/v1/account/preferences', 'member', {
    about: '回复与新文章的邮件，收藏是否公开在自己的页上，传的图片留不留拍摄参数；没给的不动',
    limit: { most: 60, seconds: 600 },
    body: z
      .object({
        mailOnReply: yesOrNo,
        mailOnArticle: yesOrNo,
        showsCollects: yesOrNo,
        /** Camera, lens, aperture and so on; the position is never kept. */
        keepsCamera: yesOrNo,
      })
      .partial(),
  }),
  close: post('/v1/account/close', 'member', {
    about: '注销账号：14 天内再登录即恢复；期满后文字按 writings 保留为「已注销用户」或一并删除',
    limit: { most: 5, seconds: 600 },
    body: z.object({
      password: confirmedPassword,
      writings: z.enum(['keep', 'remove'], '请选择文字的去留'),
    }),
  }),
};
