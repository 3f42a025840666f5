/** The ways to reach the owner, by the numbers of showList from 1. */
export const contactNames = ['email', 'qq', 'github', 'gitee', 'wechat', 'qqGroup'] as const;

export type ContactName = (typeof contactNames)[number];
