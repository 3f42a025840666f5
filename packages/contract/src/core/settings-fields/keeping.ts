import type { Section } from './field.ts';

/** Mail, backups, maintenance and outside services. */
export const keeping: Section = {
  title: '系统与邮件',
  groups: [
    {
      name: 'mail',
      title: '邮件',
      about: '验证码、回复提醒都从这里寄出',
      fields: [
        {
          path: 'host',
          label: '发信服务器',
          hint: '留空则用装站时给的；都没有，信就寄不出去：不能用验证码，注册要你通过',
          kind: 'text',
          most: 200,
        },
        { path: 'port', label: '端口', kind: 'number', least: 1, most: 65_535 },
        {
          path: 'secure',
          label: '直接使用加密连接（SSL）',
          hint: '465 端口要打开；587 端口不用打开，连接之后再加密',
          kind: 'switch',
        },
        {
          path: 'selfSigned',
          label: '接受自签证书',
          hint: '只用在自己的邮件服务器上：证书是自己签的，打开才连得上',
          kind: 'switch',
        },
        { path: 'user', label: '用户名', kind: 'text', most: 200 },
        { path: 'password', label: '密码', hint: '常是邮箱给的「授权码」', kind: 'secret' },
        {
          path: 'from',
          label: '发件邮箱',
          hint: '留空则用上面的用户名；多数邮箱要与用户名相同',
          kind: 'text',
          most: 200,
        },
      ],
      tests: [{ what: 'mail', label: '发送测试邮件' }],
    },
    {
      name: 'uploads',
      title: '上传',
      fields: [
        {
          path: 'quota',
          label: '每人可存的图片',
          hint: '满了就要先删旧的；站长与管理员不限',
          kind: 'number',
          least: 1,
          most: 1_000_000,
          unit: 'MB',
        },
      ],
    },
    {
      name: 'storage',
      title: '存储',
      about: '图片存在哪里，装站时就定下了，这里只看不改',
      fields: [],
      tests: [{ what: 'storage', label: '测试读写' }],
    },
    {
      name: 'reading',
      title: '离线阅读',
      fields: [
        {
          path: 'offline',
          label: '读过的页面留在浏览器里',
          hint: '没有网络时也能再读；关闭之后已保存的会清除',
          kind: 'switch',
        },
      ],
    },
    {
      name: 'hot',
      title: '热搜来源',
      feature: 'hot',
      fields: [
        {
          path: 'base',
          label: 'DailyHotApi 地址',
          hint: '填了就向它要，不填则直接问各家网站',
          kind: 'address',
          forInstaller: true,
        },
      ],
      tests: [{ what: 'hot', label: '测试各个来源' }],
    },
    {
      name: 'backup',
      title: '定时备份',
      about: '每一份都会试着恢复一遍；在「备份」里看与取',
      fields: [
        {
          path: 'every',
          label: '备份频率',
          kind: 'choice',
          options: [
            { value: 'day', label: '每天' },
            { value: 'week', label: '每周' },
            { value: 'never', label: '不备份' },
          ],
        },
        { path: 'keep', label: '保留最近', hint: '更早的会自动删除', kind: 'number', least: 1, most: 365, unit: '份' },
      ],
    },
    {
      name: 'system',
      title: '维护与更新',
      fields: [
        {
          path: 'maintenance',
          label: '维护模式',
          hint: '读者照常阅读；除了管理的人，谁都不能写、不能改',
          kind: 'switch',
        },
        {
          path: 'maintenanceText',
          label: '维护提示',
          hint: '留空则说：本站正在维护，现在只能阅读，请稍后再来',
          kind: 'text',
          most: 200,
        },
        {
          path: 'updates',
          label: '每天检查新版本',
          hint: '关闭时不会连接任何地址',
          kind: 'switch',
        },
        {
          path: 'updatesUrl',
          label: '检查更新的地址',
          hint: '一个回答 JSON 的网址，里面有 version 或 tag_name；有 notes 或 body 就显示为新版的说明',
          kind: 'address',
          forInstaller: true,
        },
      ],
    },
  ],
};

/** Writing and moderation. */
export const order: Section = {
  title: '内容与审核',
  groups: [
    {
      name: 'writing',
      title: '投稿与收录',
      fields: [
        { path: 'members', label: '会员可以写文章', kind: 'switch' },
        { path: 'publish', label: '会员发布不必审核', kind: 'switch' },
        { path: 'slugs', label: '文章的网址用名字', hint: '用名字代替编号；改回来时旧网址会转过去', kind: 'switch' },
        {
          path: 'indexNowKey',
          label: 'IndexNow 密钥',
          hint: '必应等：发布时告诉它们；8 到 128 个字母、数字或横线',
          kind: 'text',
          forInstaller: true,
        },
        { path: 'baiduToken', label: '百度推送的密钥', hint: '百度搜索资源平台「普通收录」里给的', kind: 'secret' },
      ],
    },
    {
      name: 'says',
      title: '说说',
      feature: 'says',
      fields: [{ path: 'members', label: '会员可以发说说', kind: 'switch' }],
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
          options: [
            { value: 'none', label: '不审核' },
            { value: 'first', label: '审核每人第一条' },
            { value: 'all', label: '全部审核' },
          ],
        },
        { path: 'links', label: '链接超过几个先审核', kind: 'number', least: 0, most: 100, unit: '个' },
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
        },
        {
          path: 'robots',
          label: 'robots.txt 附加内容',
          hint: '接在本站自己的规则之后',
          kind: 'long',
          rows: 3,
          forInstaller: true,
        },
        { path: 'baidu', label: '百度验证码', hint: '只填码，或把它给的整段贴进来', kind: 'text' },
        { path: 'google', label: 'Google 验证码', kind: 'text' },
        { path: 'bing', label: '必应验证码', kind: 'text' },
        { path: 'so', label: '360 验证码', kind: 'text' },
        { path: 'sogou', label: '搜狗验证码', kind: 'text' },
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
          options: [
            { value: 'open', label: '访客可旁观' },
            { value: 'members', label: '只给会员' },
            { value: 'muted', label: '全员禁言' },
          ],
        },
      ],
    },
  ],
};
