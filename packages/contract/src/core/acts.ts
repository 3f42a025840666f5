import { kinds } from '../platform/outbox-kinds.ts';
import { readableSize } from '../platform/readable-size.ts';
import { fieldWords, settingWords, timeFields, valueWords } from './act-fields.ts';
import type { Field } from './settings-fields/field.ts';
import { allGroups } from './settings-fields/sections.ts';

/** Moderation actions by name. */
const moderated = { release: '通过', hold: '隐藏', remove: '删除' };

/** Every audited act of the back office with its display words, nouns in menu order. */
export const acts = {
  articles: {
    title: '文章',
    verbs: {
      approve: '通过',
      refuse: '退回',
      publish: '发布',
      withdraw: '撤回',
      pin: '置顶',
      unpin: '取消置顶',
      recommend: '推荐',
      unrecommend: '取消推荐',
      feature: '加入精选',
      unfeature: '移出精选',
      carousel: '调整精选',
      category: '修改分类',
      tag: '添加标签',
      untag: '移除标签',
      revert: '恢复到之前的版本',
      trash: '移到回收站',
      restore: '恢复',
      purge: '彻底删除',
      import: '导入',
    },
  },
  categories: { title: '分类', verbs: { create: '新建', update: '修改', order: '调整顺序', remove: '删除' } },
  tags: { title: '标签', verbs: { rename: '改名', merge: '合并', remove: '删除' } },
  series: {
    title: '专栏',
    verbs: { create: '新建', update: '修改', order: '调整顺序', fill: '添加与移除文章', remove: '删除' },
  },
  comments: { title: '评论', verbs: { ...moderated, restore: '恢复', pin: '置顶', unpin: '取消置顶' } },
  guests: {
    title: '访客',
    verbs: {
      refuse: '不再收评论',
      accept: '重新收评论',
      'take-down': '收起近来的评论',
      'put-back': '放回近来的评论',
    },
  },
  says: { title: '说说', verbs: moderated },
  board: { title: '留言板', verbs: moderated },
  chat: { title: '聊天室', verbs: { release: '通过', remove: '移除' } },
  links: {
    title: '友链',
    verbs: {
      approve: '通过',
      refuse: '拒绝',
      remove: '删除',
      add: '新建',
      change: '修改',
      arrange: '调整顺序',
    },
  },
  navigation: {
    title: '导航',
    verbs: {
      addGroup: '新建一组',
      changeGroup: '改一组的名字',
      removeGroup: '删除一组',
      addSite: '新建',
      changeSite: '修改',
      removeSite: '删除',
      arrange: '调整顺序',
    },
  },
  notices: { title: '通知', verbs: { send: '发送', undo: '撤回' } },
  feedback: { title: '反馈', verbs: { answer: '答复' } },
  reports: { title: '举报', verbs: { settle: '标为已处理', reopen: '重新打开', remove: '移除内容' } },
  users: {
    title: '用户',
    verbs: {
      disable: '停用',
      enable: '恢复',
      mute: '禁言',
      unmute: '解除禁言',
      role: '修改角色',
      logout: '退出登录',
      'take-down': '收起全部内容',
      'put-back': '放回全部内容',
      reset: '重设密码的链接',
      note: '写备注',
      unnote: '删备注',
      merge: '合并账号',
      approve: '通过注册',
      refuse: '拒绝注册',
      invite: '新建邀请码',
      revoke: '作废邀请码',
    },
  },
  stickers: {
    title: '表情包',
    verbs: { add: '添加', change: '改关键词', remove: '拿走', removePack: '拿走一包', putBack: '放回墨团' },
  },
  files: { title: '文件', verbs: { remove: '删除' } },
  redirects: {
    title: '旧地址',
    verbs: {
      add: '添加',
      change: '修改',
      remove: '删除',
      restore: '恢复',
      import: '导入',
      hide: '不再显示没找到的网址',
      show: '重新显示没找到的网址',
    },
  },
  settings: { title: '站点设置', verbs: { save: '保存', test: '测试', move: '换域名' } },
  alerts: {
    title: '站外提醒',
    verbs: { add: '添加', change: '修改', remove: '删除', test: '试发', retry: '再送一次', quiet: '改夜里不吵的时间' },
  },
  keys: { title: '程序访问', verbs: { add: '做一把钥匙', change: '修改', revoke: '停用' } },
  remotes: {
    title: '别处的备份',
    verbs: {
      add: '添加',
      change: '修改',
      remove: '不再抄去',
      test: '试一试',
      upload: '抄一份',
      fetch: '取回',
      'remove-file': '删除',
    },
  },
  upgrade: {
    title: '升级',
    verbs: { look: '找新版', upload: '传发布包', start: '升级', rollback: '退回', finish: '收尾', withdraw: '撤回' },
  },
  setup: { title: '建站', verbs: { done: '做完一步', skipped: '跳过一步', finish: '结束' } },
  sample: { title: '示例内容', verbs: { remove: '删除' } },
  audit: { title: '操作记录', verbs: { download: '导出' } },
  jobs: { title: '定时任务', verbs: { run: '立即执行' } },
  outbox: { title: '发件箱', verbs: { retry: '重试', drop: '放弃' } },
  backups: {
    title: '备份',
    verbs: {
      create: '备份',
      prove: '试恢复',
      restore: '恢复',
      download: '下载',
      upload: '上传',
      remove: '删除',
    },
  },
  content: { title: '全部内容', verbs: { download: '导出', import: '导入' } },
  imports: {
    title: '搬家',
    verbs: {
      start: '导入',
      undo: '撤销导入',
      download: '下载报告',
      settle: '给等着的评论放好文章',
      drop: '丢弃等着的评论',
    },
  },
  system: {
    title: '系统',
    verbs: { 'clear-pages': '清空页面缓存', 'rebuild-search': '重建检索', 'ask-updates': '检查新版本' },
  },
} as const satisfies Record<string, { title: string; verbs: Record<string, string> }>;

type Acts = typeof acts;

/** Noun and verb, such as `users.disable`. */
export type ActName = { [Noun in keyof Acts]: `${Noun}.${keyof Acts[Noun]['verbs'] & string}` }[keyof Acts];

type Words = Record<string, { title: string; verbs: Record<string, string> }>;

/** Display text of an act; unknown ones from older versions keep their id. */
export function actWords(act: string) {
  const [noun = '', verb = ''] = act.split('.');
  const known = (acts as Words)[noun];
  return `${known?.title ?? noun} · ${known?.verbs[verb] ?? verb}`;
}

type ActRef = { act: string; subject: string };

const momentOptions = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' } as const;
let moment: Intl.DateTimeFormat | undefined; // created on use, since it loads the time zones

/** Display name of an audited field; unknown ones keep their id. */
export function fieldName({ act, subject }: ActRef, path: string) {
  const known = act === 'settings.save' ? settingsField(subject, path) : undefined;
  const rest = known ? path.slice(known.path.length + 1) : path;
  const words = rest === '' ? [] : rest.split('.').map((part) => partName(act, part));
  return [...(known ? [known.label] : []), ...words].join(' · ');
}

function partName(act: string, part: string) {
  if (/^\d+$/.test(part)) return `第 ${Number(part) + 1} 个`;
  if (act === 'settings.save') return settingWords[part] ?? fieldWords[part] ?? part;
  return act.endsWith('.arrange') ? part : (fieldWords[part] ?? part);
}

const takingAway = /\.(?:remove\w*|purge|undo|unnote|revoke|drop)$/;

/** Whether the act took away its subject, rather than approving or restoring it. */
export function takesAway(act: string) {
  return takingAway.test(act);
}

/** Display text of an audited value. */
export function valueText({ act, subject }: ActRef, path: string, value: unknown): string {
  const name = path.split('.').at(-1) ?? '';
  if (Array.isArray(value)) return value.map((part) => valueText({ act, subject }, path, part)).join('、');
  const option = act === 'settings.save' ? optionOf(subject, path, value) : undefined;
  if (option !== undefined) return option;
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (isMoment({ act, subject }, path)) return timeText(value);
  return plainText(name, value);
}

function plainText(name: string, value: unknown) {
  if (name === 'bytes') return readableSize(Number(value));
  if (name === 'kind') return kinds[String(value)] ?? String(value);
  return valueWords[name]?.[String(value)] ?? String(value);
}

function isMoment({ act, subject }: ActRef, path: string) {
  if (act === 'settings.save') return settingsField(subject, path)?.kind === 'moment';
  return timeFields.includes(path.split('.').at(-1) ?? '');
}

function optionOf(subject: string, path: string, value: unknown) {
  const field = settingsField(subject, path);
  if (field?.kind === 'choice') return field.options[String(value)];
  return field?.kind === 'checks' ? field.options.find((one) => one.value === value)?.label : undefined;
}

function timeText(value: unknown) {
  const date = new Date(value as string | number);
  if (Number.isNaN(date.getTime())) return String(value);
  moment ??= new Intl.DateTimeFormat('sv-SE', momentOptions);
  return moment.format(date);
}

/** Finds the settings field that a path such as `github.id` or `menu.3.title` lies in. */
function settingsField(name: string, path: string): Field | undefined {
  const fields = allGroups.find((group) => group.name === name)?.fields ?? [];
  return fields.find((field) => path === field.path || path.startsWith(`${field.path}.`));
}

/** Change of the field at a path such as `a.c`; `undefined` for an absent value. */
export type Change = { field: string; before: unknown; after: unknown };

/** Longer lists show only additions and removals. */
const longestList = 5;

/** Lists the differences between two values, field by field at any depth. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
    .map(withoutSame);
}

function flat(value: unknown, path = '', found = new Map<string, unknown>()) {
  if (isGroup(value))
    for (const [name, part] of Object.entries(value)) flat(part, path ? `${path}.${name}` : name, found);
  else if (!isEmpty(value)) found.set(path, value);
  return found;
}

function isEmpty(value: unknown) {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Tells nested objects and lists of objects from plain values, which are compared whole. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((part) => typeof part === 'object');
}

function withoutSame({ field, before, after }: Change): Change {
  if (!Array.isArray(before) || !Array.isArray(after) || Math.max(before.length, after.length) <= longestList)
    return { field, before, after };
  const [gone, come] = [before.filter((one) => !after.includes(one)), after.filter((one) => !before.includes(one))];
  const isOrder = gone.length === 0 && come.length === 0;
  return { field, before: isOrder ? before : orNothing(gone), after: isOrder ? after : orNothing(come) };
}

function orNothing(list: unknown[]) {
  return list.length > 0 ? list : undefined;
}
