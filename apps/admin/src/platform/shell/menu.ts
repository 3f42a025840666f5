import { sections } from '@mojian/contract/core/settings-fields/sections';
import type { Waiting } from '@mojian/contract/operations/office';
import type { Feature } from '@mojian/contract/platform/features';
import type { Permission } from '@mojian/contract/platform/permissions';

export type MenuEntry = {
  path: string;
  title: string;
  icon: string;
  permission: Permission;
  waiting?: keyof Waiting;
  feature?: Feature;
};

type MenuGroup = { title: string; entries: MenuEntry[] };

const menu: MenuGroup[] = [
  {
    title: '',
    entries: [{ path: '/', title: '概览', icon: 'chart', permission: 'office.enter' }],
  },
  {
    title: '内容',
    entries: [
      { path: '/articles', title: '文章', icon: 'file', permission: 'articles.manage', waiting: 'articles' },
      { path: '/home', title: '首页', icon: 'home', permission: 'settings.read' },
      { path: '/pages', title: '页面', icon: 'note', permission: 'articles.manage' },
      { path: '/categories', title: '分类', icon: 'fold', permission: 'taxonomy.manage' },
      { path: '/tags', title: '标签', icon: 'tagi', permission: 'taxonomy.manage' },
      { path: '/series', title: '专栏', icon: 'numbers', permission: 'taxonomy.manage', feature: 'series' },
      {
        path: '/comments',
        title: '评论',
        icon: 'talk',
        permission: 'comments.moderate',
        waiting: 'comments',
        feature: 'comments',
      },
      { path: '/says', title: '说说', icon: 'edit', permission: 'says.moderate', waiting: 'says', feature: 'says' },
      {
        path: '/board',
        title: '留言板',
        icon: 'mail',
        permission: 'board.moderate',
        waiting: 'board',
        feature: 'board',
      },
      { path: '/chat', title: '聊天室', icon: 'chat', permission: 'chat.moderate', waiting: 'chat', feature: 'group' },
    ],
  },
  {
    title: '互动',
    entries: [
      { path: '/links', title: '友链', icon: 'link', permission: 'links.manage', waiting: 'links', feature: 'links' },
      { path: '/navigation', title: '导航', icon: 'compass', permission: 'navigation.manage', feature: 'navigation' },
      { path: '/notices', title: '通知', icon: 'bell', permission: 'notices.send' },
      { path: '/feedback', title: '反馈', icon: 'flag', permission: 'feedback.answer', waiting: 'feedback' },
      { path: '/reports', title: '举报', icon: 'warn', permission: 'comments.moderate', waiting: 'reports' },
    ],
  },
  {
    title: '用户与文件',
    entries: [
      { path: '/users', title: '用户', icon: 'users', permission: 'users.read', waiting: 'applications' },
      { path: '/files', title: '文件', icon: 'pic', permission: 'files.manage' },
      { path: '/stickers', title: '表情包', icon: 'smile', permission: 'stickers.manage' },
    ],
  },
  {
    title: '站点管理',
    entries: [
      { path: '/settings', title: '站点设置', icon: 'gear', permission: 'settings.read' },
      { path: '/alerts', title: '站外提醒', icon: 'speak', permission: 'alerts.manage' },
      { path: '/keys', title: '程序访问', icon: 'key', permission: 'keys.manage' },
      { path: '/redirects', title: '旧地址', icon: 'shuffle', permission: 'redirects.manage' },
      { path: '/audit', title: '操作记录', icon: 'list', permission: 'audit.read' },
      { path: '/jobs', title: '定时任务', icon: 'work', permission: 'jobs.manage' },
      { path: '/outbox', title: '发件箱', icon: 'send', permission: 'outbox.manage' },
      { path: '/backups', title: '备份', icon: 'disk', permission: 'backups.manage' },
      { path: '/imports', title: '搬家', icon: 'replace', permission: 'backups.manage' },
      { path: '/system', title: '系统', icon: 'info', permission: 'system.manage' },
    ],
  },
];

type May = (permission: Permission) => boolean;
type Has = (feature: Feature | undefined) => boolean;

export function menuFor(may: May, has: Has) {
  return menu
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter(({ permission, feature }) => may(permission) && has(feature)),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Screens with an address but no menu entry. */
const hiddenScreens: Pick<MenuEntry, 'path' | 'title' | 'permission' | 'feature'>[] = [
  { path: '/setup', title: '建站', permission: 'setup.finish' },
  { path: '/readings', title: '读得最多', permission: 'office.enter' },
  { path: '/searches', title: '读者找过什么', permission: 'office.enter' },
];

/** Title, group and required permission of an address. */
export function findScreen(pathname: string) {
  const root = `/${pathname.split('/')[1] ?? ''}`;
  const entries = [...menu, { title: '', entries: hiddenScreens }].flatMap(({ title: group, entries }) =>
    entries.map((entry) => ({ group, entry })),
  );
  const found = entries.find(({ entry }) => entry.path === root);
  const { title = '没有这一页', permission, feature } = found?.entry ?? {};
  return { group: found?.group ?? '', title, permission, feature };
}

/** `within`: its group. `words`: further search words. `key`: set where two share a path. */
export type Destination = { title: string; within: string; path: string; words?: string; key?: string };

export function destinationsFor(
  may: (permission: Permission) => boolean,
  has: (feature: Feature | undefined) => boolean,
): Destination[] {
  const menus = menuFor(may, has).flatMap(({ title: within, entries }) =>
    entries.map(({ title, path }) => ({ title, within, path })),
  );
  const others = otherDestinations.filter(({ permission }) => may(permission));
  return [...menus, ...others, ...(may('settings.read') ? settingsDestinations(has) : [])];
}

/** Destinations without an entry of their own in the menu. */
const otherDestinations: (Destination & { permission: Permission })[] = [
  { title: '读得最多', within: '概览', path: '/readings', words: '阅读 走势 排行', permission: 'office.enter' },
  { title: '读者找过什么', within: '概览', path: '/searches', words: '搜索 检索 没找到', permission: 'office.enter' },
  { title: '删除示例内容', within: '系统', path: '/system#sample', words: '示例 样例', permission: 'setup.finish' },
  {
    title: '健康状况',
    within: '系统',
    path: '/system',
    words: '慢 满 失败 磁盘 内存 备份 邮件',
    key: 'health',
    permission: 'system.manage',
  },
];

function settingsDestinations(has: (feature: Feature | undefined) => boolean): Destination[] {
  return sections.flatMap(({ groups }) =>
    groups
      .filter(({ feature, screen }) => has(feature) && !screen)
      .map(({ name, title, fields }) => ({
        title,
        within: '站点设置',
        path: `/settings#set-${name}`,
        words: fields.map(({ label }) => label).join(' '),
      })),
  );
}

/** Finds what contains every word; titles that begin with it come first. */
export function findDestinations(goals: Destination[], text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = ({ title, within, path, words = '' }: Destination) =>
    `${title} ${within} ${path} ${words}`.toLowerCase();
  const found = goals.filter((goal) => words.every((word) => textOf(goal).includes(word)));
  return found.sort((a, b) => Number(startsWith(b, words)) - Number(startsWith(a, words)));
}

const startsWith = ({ title }: Destination, [word = '']: string[]) => title.toLowerCase().startsWith(word);
