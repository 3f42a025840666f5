import { z } from 'zod';
import { passwordLengths } from './password-strength.ts';

/** What may become a password; whether it is too weak depends on whose it is: see passwordWeakness. */
export const newPassword = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .min(passwordLengths.least, `密码不能少于 ${passwordLengths.least} 个字符`)
  .max(passwordLengths.most, `密码不能超过 ${passwordLengths.most} 个字符`);

/** A password to compare with: any length that one could ever have had, so that hashing stays cheap to refuse. */
export const presentPassword = z.string('请输入密码').min(1, '请输入密码').max(passwordLengths.most, '账号或密码错误');

/** The same asked for once more by somebody who is logged in; left out by who has none. */
export const confirmedPassword = z.string('请输入现在的密码').max(passwordLengths.most, '现在的密码不对').default('');
