/** Mail services people have, with what the form needs. */
export type MailPreset = { name: string; host: string; port: number; secure: boolean; hint: string };

export const mailPresets: MailPreset[] = [
  {
    name: 'QQ 邮箱',
    host: 'smtp.qq.com',
    port: 465,
    secure: true,
    hint: '密码填授权码：在网页版 QQ 邮箱的「设置 › 账号与安全 › 安全设置」里打开 SMTP 服务，会给你一串授权码',
  },
  {
    name: '163 邮箱',
    host: 'smtp.163.com',
    port: 465,
    secure: true,
    hint: '密码填授权码：在网页版 163 邮箱的「设置 › POP3/SMTP/IMAP」里打开 SMTP 服务，会给你一串授权码',
  },
  {
    name: '企业微信邮箱',
    host: 'smtp.exmail.qq.com',
    port: 465,
    secure: true,
    hint: '密码填客户端专用密码：在网页版企业邮箱的「设置 › 账户 › 安全登录」里打开并生成',
  },
  {
    name: '阿里云邮箱',
    host: 'smtp.qiye.aliyun.com',
    port: 465,
    secure: true,
    hint: '密码填邮箱的密码；管理员打开了三方客户端安全密码的，填那一串，在网页版的「设置 › 账户安全」里',
  },
  {
    name: 'Gmail',
    host: 'smtp.gmail.com',
    port: 465,
    secure: true,
    hint: '密码填应用专用密码：先打开两步验证，再到 Google 账号的「安全性 › 应用专用密码」里生成；国内的服务器常常连不上它',
  },
  {
    name: 'Outlook',
    host: 'smtp.office365.com',
    port: 587,
    secure: false,
    hint: '密码填应用密码：在 Microsoft 账户的「安全 › 高级安全选项」里生成；个人账户可能已经不能这样寄信',
  },
];
