import { type Provider, providerNames, providerNumbers, providers } from '../social-providers.ts';
import type { Part, Section } from './field.ts';

/** Logins and contacts. */
export const contactAndLogin = {
  title: '联系与登录',
  groups: [
    {
      name: 'contacts',
      title: '联系方式',
      fields: [
        {
          path: 'shown',
          label: '名片上的图标',
          hint: '拖动或用箭头改顺序；关掉或没填的不显示，也不告诉读者',
          kind: 'contacts',
        },
      ],
    },
    {
      name: 'logins',
      title: '登录方式',
      fields: [
        {
          path: 'types',
          label: '允许的方式',
          hint: '关掉的图标不会出现在登录框里；还没填好密钥的也不会。账号密码总是可以',
          kind: 'checks',
          options: providers.map((name) => ({ value: providerNumbers[name], label: providerNames[name] })),
          least: 1,
          most: 6,
          default: [1, 2, 3, 4, 5, 6],
        },
      ],
    },
    {
      name: 'passkeyOnly',
      title: '站务只用通行密钥登录',
      about:
        '别的登录方式，密码对了也进不来，打开的那一刻从前那样登录的都退出。先选「提醒添加」：还没有的人收到通知与信。换域名之前先关掉，通行密钥只认原来的域名；站长进不来时，在服务器上运行 mojian owner allow-password',
      fields: [
        passkeysOf('owner', '站长'),
        passkeysOf('admin', '管理员'),
        passkeysOf('editor', '编辑'),
        passkeysOf('moderator', '版主'),
      ],
    },
    {
      name: 'social',
      title: '社交登录',
      about: '编号与密钥在各家的开放平台申请，那里要填回调地址',
      fields: providers.flatMap(keysOf),
      parts: providers.map(partOf),
    },
    {
      name: 'wechatAccount',
      title: '微信公众号',
      about: '读者发来登录码即登录，发来「验证码」即得到文章的验证码',
      fields: [
        { path: 'name', label: '名称', hint: '登录框里这样叫它', kind: 'text', most: 30 },
        { path: 'qrCode', label: '二维码', hint: '读者扫了关注，再发登录码', kind: 'picture', shape: 'large' },
        { path: 'appId', label: 'AppID', hint: '只有加密模式才用', kind: 'text', most: 64, forInstaller: true },
        {
          path: 'token',
          label: 'Token',
          hint: '与公众平台「服务器配置」里的一样',
          kind: 'secret',
          most: 64,
          forInstaller: true,
        },
        {
          path: 'aesKey',
          label: 'EncodingAESKey',
          hint: '43 个字符；填了就只收加密的消息，明文模式留空',
          kind: 'secret',
          pattern: /^([A-Za-z0-9]{43})?$/,
          refusal: '须为 43 个字母或数字',
          forInstaller: true,
        },
        {
          path: 'greeting',
          label: '关注后的问候',
          hint: '留空则说怎样登录、怎样得验证码',
          kind: 'long',
          most: 600,
          rows: 3,
        },
      ],
      addresses: [{ label: '服务器地址', path: '/wechat/callback' }],
      tests: [{ what: 'wechatAccount', label: '测试回调地址' }],
    },
    {
      name: 'rewards',
      title: '赞赏码',
      about: '文章末尾的「赞赏」；都没有就不显示',
      fields: [
        { path: 'wechat', label: '微信', hint: '微信的收款码，截成方的', kind: 'picture', shape: 'large' },
        { path: 'alipay', label: '支付宝', kind: 'picture', shape: 'large' },
      ],
    },
  ],
} as const satisfies Section;

function passkeysOf<const Path extends string>(path: Path, label: string) {
  const options = { off: '不限', asked: '提醒添加', only: '只能用通行密钥' } as const;
  return { path, label, kind: 'choice', options, default: 'off' } as const;
}

function partOf(name: Provider): Part {
  const title = providerNames[name];
  return {
    title,
    sign: `${name}.id`,
    fields: keysOf(name),
    addresses: [{ label: `${title} 回调地址`, path: `/oauth/callback/${name}` }],
    tests: [{ what: name, label: `测试 ${title}` }],
  };
}

function keysOf(name: Provider) {
  const of = providerNames[name];
  return [
    { path: `${name}.id`, label: `${of} 编号`, kind: 'text', most: 200 },
    { path: `${name}.secret`, label: `${of} 密钥`, kind: 'secret', most: 500 },
    { path: `${name}.base`, label: `${of} 地址`, hint: '私有部署或代理才填', kind: 'address' },
  ] as const;
}
