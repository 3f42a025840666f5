import { contactNames } from '@mojian/contract/members/contacts';
import { z } from 'zod';
import { address, email, picture, text, whole } from './kinds.ts';

/** A site people log in through. `base`: another address to ask instead of its own, for a private server or a proxy. */
const provider = z.object({ id: text(200), secret: text(500), base: address }).prefault({});

const aesKey = z
  .string('须为文字')
  .regex(/^([A-Za-z0-9]{43})?$/, '须为 43 个字母或数字')
  .default('');

/** How people come, and how they reach the owner. */
export const traffic = {
  /** `shown`: which of them the owner's card shows once they are filled in, in its order. */
  contacts: z.object({
    ...{ email, qq: text(200), github: text(200), gitee: text(200), wechat: text(200), qqGroup: text(200) },
    shown: z.array(z.enum(contactNames, '没有这种联系方式'), '须为一列联系方式').default([...contactNames]),
  }),
  /** Ways to log in, by the numbers of the contract. */
  logins: z.object({ types: z.array(whole(1, 6), '须为一列编号').default([1, 2, 3, 4, 5, 6]) }),
  /** Keys of the social logins. Secret: no reply carries them. */
  social: z.object({ qq: provider, weibo: provider, gitee: provider, wechat: provider, github: provider }),
  /** The official account that logs people in by a reply. Secret but for its name and the picture with its QR code. */
  wechatAccount: z.object({
    name: text(30),
    qrCode: picture,
    appId: text(64),
    token: text(64),
    aesKey,
    // WeChat takes 2048 bytes: what may be set arrives whole
    greeting: text(600),
  }),
  /** Addresses of the pictures with the payment codes. */
  rewards: z.object({ wechat: picture, alipay: picture }),
  /**
   * The group room. `group`: who may be there: `open` lets visitors read along, `members` asks for a login, `muted` lets
   * the staff alone write. `name`: what it is called, or '' for the site's own tea table.
   */
  chat: z.object({
    group: z.enum(['open', 'members', 'muted'], '须为 open、members 或 muted').default('members'),
    name: text(20),
  }),
};
