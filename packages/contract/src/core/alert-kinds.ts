import type { DestinationKind } from '../platform/destinations.ts';

/** Kinds of channels and events of alerts, in a module without zod so that screens may load it. */

type Kind = DestinationKind & {
  /** Host of its own addresses, by which one pasted into another kind is found. */
  host?: string;
};

export const alertKinds = {
  wecom: {
    name: '企业微信',
    mark: '企',
    steps: [
      '打开企业微信里要收提醒的群，点右上角「群机器人 › 添加」。',
      '新建一个机器人，复制它的地址。',
      '粘到下面。',
    ],
    address: '机器人地址',
    example: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
    host: 'qyapi.weixin.qq.com',
  },
  dingtalk: {
    name: '钉钉',
    mark: '钉',
    steps: [
      '打开钉钉里要收提醒的群，点「群设置 › 机器人 › 添加机器人 › 自定义」。',
      '安全设置选「加签」，把 SEC 开头的密钥复制下来。',
      '把机器人的地址和密钥粘到下面。',
    ],
    address: '机器人地址',
    example: 'https://oapi.dingtalk.com/robot/send?access_token=…',
    secret: '加签的密钥（可不填）',
    host: 'oapi.dingtalk.com',
  },
  feishu: {
    name: '飞书',
    mark: '飞',
    steps: [
      '打开飞书里要收提醒的群，点「设置 › 群机器人 › 添加机器人 › 自定义机器人」。',
      '安全设置选「签名校验」，把密钥复制下来。',
      '把机器人的地址和密钥粘到下面。',
    ],
    address: '机器人地址',
    example: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    secret: '签名密钥（可不填）',
    host: 'open.feishu.cn',
  },
  serverchan: {
    name: 'Server酱',
    mark: '酱',
    steps: ['用微信登录 sct.ftqq.com。', '在「SendKey」一页复制那一串。', '粘到下面，以后的提醒到微信的「方糖」里看。'],
    address: 'SendKey',
    example: 'SCT… 或 sctp…',
    host: 'sctapi.ftqq.com',
  },
  bark: {
    name: 'Bark',
    mark: '响',
    steps: ['在 iPhone 上装好 Bark，打开一次。', '复制它首页上的地址，到密钥为止。', '粘到下面。'],
    address: '推送地址',
    example: 'https://api.day.app/你的密钥',
    host: 'api.day.app',
  },
  telegram: {
    name: 'Telegram',
    mark: '电',
    steps: [
      '向 @BotFather 发 /newbot，得到机器人的令牌；再给这个机器人发一句话。',
      '打开 https://api.telegram.org/bot令牌/getUpdates，里面 chat 的 id 就是聊天编号。',
      '照下面的样子填地址。大陆的服务器连不上它，可以写自己的反向代理。',
    ],
    address: '机器人地址',
    example: 'https://api.telegram.org/bot令牌/sendMessage?chat_id=聊天编号',
    host: 'api.telegram.org',
  },
  ntfy: {
    name: 'ntfy',
    mark: '推',
    steps: [
      '在手机上装好 ntfy，订阅一个别人猜不到的主题。',
      '地址是服务器加主题，例如 https://ntfy.sh/主题。',
      '粘到下面；主题要登录的，再填访问令牌。',
    ],
    address: '主题的地址',
    example: 'https://ntfy.sh/主题',
    secret: '访问令牌（可不填）',
    host: 'ntfy.sh',
  },
  mail: {
    name: '邮件',
    mark: '信',
    steps: [
      '先在「站点设置」的「邮件」里填好发信服务器。',
      '在下面填收提醒的邮箱。',
      '试发一条，看看是不是进了垃圾箱。',
    ],
    address: '收提醒的邮箱',
    example: 'you@example.com',
    isPublic: true,
  },
  webhook: {
    name: '签名网址',
    mark: '钩',
    steps: [
      '在自己的程序里开一个收 POST 的网址。',
      '用存下之后只出现一次的密钥，按 Standard Webhooks 核对签名。',
      '十秒之内答 2xx，就算收到了。',
    ],
    address: '网址',
    example: 'https://home.example.com/hook',
    secret: '签名密钥（可不填，存下时生成一个）',
  },
} as const satisfies Record<string, Kind>;

export type AlertKind = keyof typeof alertKinds;
export const alertKindNames = Object.keys(alertKinds) as [AlertKind, ...AlertKind[]];

type Event = { name: string; group: 'waits' | 'new' | 'failed'; note?: string };

/** Events of alerts, in the order of the screen. What failed is sent at once, by night too. */
export const alertEvents = {
  review: { name: '评论、说说、留言、投稿等审核', group: 'waits' },
  writings: { name: '有人评论、留言、发说说', note: '已显示的', group: 'new' },
  links: { name: '友链申请', group: 'waits' },
  reports: { name: '反馈与举报', group: 'waits' },
  applications: { name: '有人申请注册', group: 'waits' },
  backup: { name: '备份没有完成', note: '夜里也送', group: 'failed' },
  health: { name: '磁盘快满、寄信失败', note: '夜里也送', group: 'failed' },
} as const satisfies Record<string, Event>;

export type AlertEvent = keyof typeof alertEvents;
export const alertEventNames = Object.keys(alertEvents) as [AlertEvent, ...AlertEvent[]];

export const alertGroups = ['waits', 'new', 'failed'] as const;

/** Whether an event waits for nothing: neither the end of its five minutes nor the morning. */
export function isUrgent(event: AlertEvent) {
  return alertEvents[event].group === 'failed';
}

/** Milliseconds in which events become one alert. */
export const bundleLength = 5 * 60_000;
