import type { AuditRow } from '@mojian/contract/core/audit';
import { Link } from 'react-router';
import { groupOf, groupTitle } from './settings-words.ts';

const kindWords: Record<string, string> = {
  ...{
    article: '文章',
    category: '分类',
    series: '专栏',
    tag: '标签',
    comment: '评论',
    say: '说说',
    board: '留言',
    chat: '聊天',
  },
  ...{ link: '友链', user: '用户', feedback: '反馈', report: '举报', broadcast: '通知', outbox: '发件箱的任务' },
  ...{ navigationGroup: '导航的一组', navigationSite: '导航的站点' },
};

const longestSearch = 30;

/** What was acted upon, and the way there while it is there. */
export function Subject({ row }: { row: AuditRow }) {
  const words = subjectWords(row);
  const to = pathOf(row);
  if (!words) return null;
  return <span className="subject">{to ? <Link to={to}>{words}</Link> : words}</span>;
}

/** By the name it has, or had when it was written down. */
export function subjectWords({ act, subject, title, before, after }: AuditRow) {
  if (title) return title;
  const [kind = '', ...rest] = subject.split(':');
  if (rest.length === 0) return /^(?:settings|setup)\./.test(act) ? groupTitle(subject) : subject;
  const known = nameIn(before) ?? nameIn(after) ?? rest.join(':');
  return `${kindWords[kind] ?? kind} ${known}`;
}

function nameIn(value: unknown) {
  const { name, title, text } = (value ?? {}) as Record<string, unknown>;
  return [name, title, text].find((one) => typeof one === 'string' && one !== '');
}

const screens: Record<string, (search: string) => string> = {
  article: (search) => `/articles?text=${search}`,
  category: () => '/categories',
  series: (search) => `/series?text=${search}`,
  tag: (search) => `/tags?text=${search}`,
  comment: (search) => `/comments?text=${search}`,
  say: (search) => `/says?text=${search}`,
  board: (search) => `/board?text=${search}`,
  link: (search) => `/links?text=${search}`,
  feedback: (search) => `/feedback?state=all&text=${search}`,
  navigationGroup: () => '/navigation',
  navigationSite: () => '/navigation',
  broadcast: () => '/notices',
};

const places: Record<string, string> = {
  reports: '/reports?state=all',
  outbox: '/outbox',
  jobs: '/jobs',
  backups: '/backups',
  files: '/files',
  setup: '/setup',
};

function pathOf({ act, subject, title, now }: AuditRow) {
  const [kind = '', id] = subject.split(':');
  const [noun = ''] = act.split('.');
  if (noun === 'settings') return `/settings#set-${groupOf(subject)?.name ?? subject}`;
  if (id === undefined || noun === 'reports' || noun === 'outbox') return places[noun];
  if (now === '') return undefined;
  if (kind === 'user') return `/users/${now.slice('user:'.length)}`;
  return screens[kind]?.(encodeURIComponent([...title].slice(0, longestSearch).join('')));
}
