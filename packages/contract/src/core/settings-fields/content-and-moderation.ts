import type { Section } from './field.ts';

/** Writing and moderation. */
export const contentAndModeration = {
  title: '内容与审核',
  groups: [
    {
      name: 'writing',
      title: '投稿与收录',
      fields: [
        { path: 'members', label: '会员可以写文章', kind: 'switch', default: true },
        { path: 'publish', label: '会员发布不必审核', kind: 'switch', default: false },
        {
          path: 'slugs',
          label: '文章的网址用名字',
          hint: '用名字代替编号；改回来时旧网址会转过去',
          kind: 'switch',
          default: false,
        },
        {
          path: 'indexNowKey',
          label: 'IndexNow 密钥',
          hint: '必应等：发布时告诉它们；8 到 128 个字母、数字或横线',
          kind: 'text',
          pattern: /^([\w-]{8,128})?$/,
          refusal: '须为 8 到 128 个字母、数字或横线',
          forInstaller: true,
        },
        {
          path: 'baiduToken',
          label: '百度推送的密钥',
          hint: '百度搜索资源平台「普通收录」里给的',
          kind: 'secret',
          pattern: /^\w{0,64}$/,
          refusal: '须为字母与数字，不超过 64 个',
        },
      ],
    },
    {
      name: 'says',
      title: '说说',
      feature: 'says',
      fields: [{ path: 'members', label: '会员可以发说说', kind: 'switch', default: false }],
    },
    {
      name: 'comments',
      title: '访客评论',
      feature: 'comments',
      fields: [
        {
          path: 'guests',
          label: '没有账号也能评论',
          hint: '访客留个昵称就能写，他的浏览器先算一道题；十分钟里超过三十条的先审核。要登录才能读的文章不收',
          kind: 'choice',
          options: { off: '不能，要登录', held: '能，先审核', open: '能，马上显示' },
          default: 'off',
        },
      ],
    },
    {
      name: 'moderation',
      title: '审核与词表',
      about: '评论、会员的说说与留言都经过这里',
      fields: [
        {
          path: 'mode',
          label: '审核方式',
          hint: '说说、留言与聊天室照此；评论先不先审核，在「功能」里',
          kind: 'choice',
          options: { none: '不审核', first: '审核每人第一条', all: '全部审核' },
          default: 'none',
        },
        { path: 'links', label: '链接超过几个先审核', kind: 'number', least: 0, most: 100, unit: '个', default: 2 },
        { path: 'hold', label: '需要审核的词', hint: '一行一个，昵称与个人资料里不能用', kind: 'words' },
        { path: 'mask', label: '屏蔽词', hint: '一行一个，读者看到的是 ＊；昵称与个人资料里不能用', kind: 'words' },
      ],
    },
    {
      name: 'seo',
      title: '搜索引擎',
      about: '站点介绍在「站点身份」里',
      fields: [
        { path: 'keywords', label: '关键词', hint: '用逗号分开', kind: 'text', most: 200 },
        {
          path: 'hidden',
          label: '禁止搜索引擎收录',
          hint: '搜索引擎不再收录任何一页，已经收录的会慢慢消失',
          kind: 'switch',
          default: false,
        },
        {
          path: 'robots',
          label: 'robots.txt 附加内容',
          hint: '接在本站自己的规则之后',
          kind: 'long',
          most: 5000,
          rows: 3,
          forInstaller: true,
        },
        { path: 'baidu', label: '百度验证码', hint: '只填码，或把它给的整段贴进来', kind: 'ownership' },
        { path: 'google', label: 'Google 验证码', kind: 'ownership' },
        { path: 'bing', label: '必应验证码', kind: 'ownership' },
        { path: 'so', label: '360 验证码', kind: 'ownership' },
        { path: 'sogou', label: '搜狗验证码', kind: 'ownership' },
      ],
    },
    {
      name: 'chat',
      title: '公共聊天室',
      feature: 'group',
      fields: [
        { path: 'name', label: '名字', hint: '留空则叫「站名 + 聊天室」', kind: 'text', most: 20 },
        {
          path: 'group',
          label: '对谁开放',
          kind: 'choice',
          options: { open: '访客可旁观', members: '只给会员', muted: '全员禁言' },
          default: 'members',
        },
      ],
    },
  ],
} as const satisfies Section;
