import type { Section } from './field.ts';
import { home } from './home.ts';

/** Appearance and identity. */
export const appearance = {
  title: '站点外观',
  groups: [
    {
      name: 'identity',
      title: '站点身份',
      fields: [
        {
          path: 'name',
          label: '站名',
          hint: '页头、页脚、信与分享卡片里都用它',
          kind: 'text',
          most: 40,
          required: '站名不能为空',
          default: '墨笺',
        },
        { path: 'tagline', label: '标语', hint: '首页的标题用它', kind: 'text', most: 60, default: '把日子写在纸上' },
        {
          path: 'description',
          label: '站点介绍',
          hint: '搜索结果与分享卡片里的一段话',
          kind: 'long',
          most: 200,
          rows: 2,
        },
        {
          path: 'logo',
          label: '标志',
          hint: '也做浏览器与桌面的图标，盖在版权声明等处',
          kind: 'picture',
        },
        {
          path: 'seal',
          label: '没有标志时的印章',
          hint: '用站名的第一个字做红印，盖在页头、版权声明与「关于」里；不用时，浏览器标签上仍是它',
          kind: 'choice',
          options: { name: '首字', none: '不用' },
          default: 'name',
        },
      ],
    },
    {
      name: 'author',
      title: '博主',
      about: '首页与文章旁的名片',
      fields: [
        {
          path: 'name',
          label: '名字',
          hint: '必填',
          kind: 'text',
          most: 30,
          required: '名字不能为空',
          default: '站长',
        },
        { path: 'avatar', label: '头像', kind: 'picture', shape: 'round' },
        { path: 'intro', label: '介绍', hint: '名片上名字下面的一两句', kind: 'long', most: 200, rows: 2 },
        { path: 'place', label: '所在地', hint: '如「杭州」；留空就不显示', kind: 'text', most: 30 },
        { path: 'motto', label: '座右铭', hint: '页脚也有这一句', kind: 'text', most: 60 },
      ],
    },
    {
      name: 'announcement',
      title: '公告',
      fields: [
        {
          path: 'text',
          label: '正文',
          hint: '首页第一屏右侧的几句，四行以内；留空就不显示',
          kind: 'long',
          most: 200,
          rows: 4,
        },
      ],
    },
    home,
    {
      name: 'about',
      title: '关于本站',
      fields: [
        { path: 'text', label: '正文', hint: '用 Markdown 写，显示在「关于」一页', kind: 'markdown', most: 200_000 },
      ],
    },
    {
      name: 'footer',
      title: '页脚与备案',
      fields: [
        {
          path: 'recordNum',
          label: 'ICP 备案号',
          hint: '如 京ICP备12345678号，通向工信部的查询页；留空就不显示',
          kind: 'text',
          most: 60,
        },
        {
          path: 'policeRecordNum',
          label: '公安备案号',
          hint: '如 京公网安备11010502030143号，通向公安部的查询页；留空就不显示',
          kind: 'text',
          most: 60,
        },
        { path: 'sourceCode', label: '源代码', hint: '网址；留空就没有这一项', kind: 'address' },
        {
          path: 'licence',
          label: '文章的许可',
          hint: '写在页脚与每篇文章末尾。前三种都可以转载，须注明出处；前两种改作也须照此许可',
          kind: 'choice',
          options: { 'by-nc-sa': '不得商用', 'by-sa': '可以商用', by: '只须署名', reserved: '保留权利' },
          default: 'by-nc-sa',
        },
        {
          path: 'startedAt',
          label: '建站日期',
          hint: '页脚的「本站已运行」与版权的年份从这里数起',
          kind: 'moment',
          default: 1_582_992_000_000,
        },
      ],
    },
    {
      name: 'menu',
      title: '头部菜单',
      fields: [
        {
          path: 'items',
          label: '菜单',
          hint: '拖动或用箭头改顺序；隐藏的在页头、侧栏与页脚都不出现。说说、导航、热搜、留言板、友链要不要，在「功能」里',
          kind: 'menu',
        },
      ],
    },
    {
      name: 'look',
      title: '主色、主题与字体',
      fields: [
        {
          path: 'accent',
          label: '主色',
          hint: '全站只有一种主色，换也只换它。深浅由对比度定，选什么都看得清',
          kind: 'colour',
        },
        {
          path: 'theme',
          label: '主题',
          hint: '给还没有自己选过的读者；按过页头那颗月亮的，照他选的',
          kind: 'choice',
          options: { light: '浅色', dark: '深色', system: '跟随系统' },
          default: 'light',
        },
        {
          path: 'typeface',
          label: '标题用本站的宋体',
          hint: '标题、站名、首字与数字用随本站来的思源宋体，在谁的设备上都一样，每页约 20 KB；关掉后用设备自己的',
          kind: 'switch',
          default: true,
        },
      ],
    },
    {
      name: 'festival',
      title: '灯笼',
      fields: [
        {
          path: 'lantern',
          label: '新年灯笼',
          hint: '自动：腊月廿三到正月十五',
          kind: 'choice',
          options: { auto: '自动', on: '总是显示', off: '不显示' },
          default: 'auto',
        },
      ],
    },
  ],
} as const satisfies Section;
