import { type Change, changesOf, fieldName, takesAway, valueText } from '@mojian/contract/core/acts';
import type { AuditRow } from '@mojian/contract/core/audit';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
import { Link } from 'react-router';
import './act-details.css';

type Props = Pick<AuditRow, 'act' | 'subject' | 'before' | 'after'>;

const shownChanges = 3;

export function Changes(row: Props) {
  const changes = changesOf(row.before, row.after);
  if (changes.length === 0) return null;
  const rest = changes.slice(shownChanges);
  return (
    <div className="audit-changes">
      <ChangeList changes={changes.slice(0, shownChanges)} row={row} />
      {rest.length > 0 && (
        <details>
          <summary>还有 {rest.length} 处</summary>
          <ChangeList changes={rest} row={row} />
        </details>
      )}
    </div>
  );
}

function ChangeList({ changes, row }: { changes: Change[]; row: Props }) {
  return (
    <ul>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field && <small>{fieldName(row, field)}</small>}
          {before !== undefined && (
            <Before isGone={after !== undefined || takesAway(row.act)}>{valueText(row, field, before)}</Before>
          )}
          {before !== undefined && after !== undefined && <span> → </span>}
          {after !== undefined && <ins>{valueText(row, field, after)}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** Strikes the old value out where it was replaced or removed. */
function Before({ isGone, children }: { isGone: boolean; children: string }) {
  return isGone ? <del>{children}</del> : <span>{children}</span>;
}

const kindNames: Record<string, string> = {
  article: '文章',
  category: '分类',
  series: '专栏',
  tag: '标签',
  comment: '评论',
  say: '说说',
  board: '留言',
  chat: '聊天',
  link: '友链',
  user: '用户',
  feedback: '反馈',
  report: '举报',
  broadcast: '通知',
  outbox: '发件箱的任务',
  navigationGroup: '导航的一组',
  navigationSite: '导航的站点',
};

const longestSearch = 30;

export function Subject({ row }: { row: AuditRow }) {
  const words = subjectName(row);
  const to = subjectPath(row);
  if (!words) return null;
  return <span className="audit-subject">{to ? <Link to={to}>{words}</Link> : words}</span>;
}

/** Names the subject by its present name, or by the one recorded with the act. */
export function subjectName({ act, subject, title, before, after }: AuditRow) {
  if (title) return title;
  const [kind = '', ...rest] = subject.split(':');
  if (rest.length === 0) return /^(?:settings|setup)\./.test(act) ? groupTitle(subject) : subject;
  const known = recordedName(before) ?? recordedName(after) ?? rest.join(':');
  return `${kindNames[kind] ?? kind} ${known}`;
}

function recordedName(value: unknown) {
  const { name, title, text } = (value ?? {}) as Record<string, unknown>;
  return [name, title, text].find((one) => typeof one === 'string' && one !== '');
}

const subjectScreens: Record<string, (search: string) => string> = {
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

const actScreens: Record<string, string> = {
  reports: '/reports?state=all',
  outbox: '/outbox',
  jobs: '/jobs',
  backups: '/backups',
  files: '/files',
  setup: '/setup',
};

function subjectPath({ act, subject, title, now }: AuditRow) {
  const [kind = '', id] = subject.split(':');
  const [noun = ''] = act.split('.');
  if (noun === 'settings') return `/settings#set-${settingsGroupOf(subject)?.name ?? subject}`;
  if (id === undefined || noun === 'reports' || noun === 'outbox') return actScreens[noun];
  if (now === '') return undefined;
  if (kind === 'user') return `/users/${now.slice('user:'.length)}`;
  return subjectScreens[kind]?.(encodeURIComponent([...title].slice(0, longestSearch).join('')));
}

/** Title of a settings group, of the group a self-test belongs to, or of a set-up step. */
function groupTitle(name: string) {
  return settingsGroupOf(name)?.title ?? (name === 'sample' ? '示例内容' : name);
}

function settingsGroupOf(name: string) {
  const isTried = (tests: readonly { what: string }[] = []) => tests.some(({ what }) => what === name);
  return allGroups.find(
    (group) => group.name === name || isTried(group.tests) || group.parts?.some(({ tests }) => isTried(tests)),
  );
}
