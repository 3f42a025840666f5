import type { Section } from './field.ts';

/** Mail, backups, maintenance and outside services. */
export const systemAndMail = {
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
          pattern: /^([\w.-]+|\[[\da-f:.]+\])?$/i,
          refusal: '须为服务器的名字，如 smtp.example.com',
        },
        { path: 'port', label: '端口', kind: 'number', least: 1, most: 65_535, default: 465 },
        {
          path: 'secure',
          label: '直接使用加密连接（SSL）',
          hint: '465 端口要打开；587 端口不用打开，连接之后再加密',
          kind: 'switch',
          default: true,
        },
        {
          path: 'selfSigned',
          label: '接受自签证书',
          hint: '只用在自己的邮件服务器上：证书是自己签的，打开才连得上',
          kind: 'switch',
          default: false,
        },
        { path: 'user', label: '用户名', kind: 'text', most: 200 },
        { path: 'password', label: '密码', hint: '常是邮箱给的「授权码」', kind: 'secret', most: 500 },
        {
          path: 'from',
          label: '发件邮箱',
          hint: '留空则用上面的用户名；多数邮箱要与用户名相同',
          kind: 'email',
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
          default: 200,
        },
        {
          path: 'camera',
          label: '允许保留拍摄参数',
          hint: '会员可以选择留下照片的相机、镜头、光圈、快门与 ISO，看大图时可以看到；关掉后不留也不显示。拍摄位置从来不留',
          kind: 'switch',
          default: true,
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
          default: true,
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
          options: { day: '每天', week: '每周', never: '不备份' },
          default: 'day',
        },
        {
          path: 'keep',
          label: '保留最近',
          hint: '更早的会自动删除',
          kind: 'number',
          least: 1,
          most: 365,
          unit: '份',
          default: 7,
        },
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
          default: false,
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
          default: false,
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
} as const satisfies Section;
