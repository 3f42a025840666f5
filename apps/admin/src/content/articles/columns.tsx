import type {
  ArticleAct,
  ArticleCounts,
  ArticleRow,
  ArticleTab,
  adminArticles,
} from '@mojian/contract/content/articles-admin';
import type { Reply } from '@mojian/contract/platform/endpoint';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { actNames, articleActions, articleStates, readTypeNames } from './article-actions.ts';

type ColumnOptions = {
  tab: string;
  kind: ArticleKind;
  isDemo: boolean;
  review: (id: number) => void;
  showHistory: (row: ArticleRow) => void;
  run: (id: number, act: ArticleAct) => void;
};

export function articleColumns({ tab, kind, isDemo, review, showHistory, run }: ColumnOptions) {
  const columns = [
    {
      key: 'title',
      title: '标题',
      className: 'article-title',
      render: (_: unknown, row: ArticleRow) => <Title row={row} />,
    },
    {
      key: 'author',
      title: '作者',
      className: 'article-author',
      render: (_: unknown, { author }: ArticleRow) => <a href={`/user/${author.id}`}>{author.nickname}</a>,
    },
    {
      key: 'category',
      title: '分类',
      className: 'article-category',
      render: (_: unknown, { category }: ArticleRow) => category || '—',
    },
    {
      key: 'state',
      title: '状态',
      render: (_: unknown, row: ArticleRow) => <ArticleState row={row} />,
    },
    numberColumn('views', '阅读', kind),
    numberColumn('comments', '评论', kind),
    numberColumn('likes', '点赞', kind),
    {
      key: 'time',
      title: '时间',
      render: (_: unknown, { time }: ArticleRow) => <ShortTime time={time} />,
    },
    {
      key: 'acts',
      title: '操作',
      className: 'listing-acts',
      align: 'right' as const,
      render: (_: unknown, row: ArticleRow) => (
        <ArticleActions
          row={row}
          tab={tab}
          kind={kind}
          isDemo={isDemo}
          review={() => review(row.id)}
          showHistory={() => showHistory(row)}
          run={(act) => run(row.id, act)}
        />
      ),
    },
  ];
  return kind === 'page' ? columns.filter(({ key }) => key !== 'category' && key !== 'likes') : columns;
}

/** The reads of an article lead to their course over time. */
function numberColumn(key: 'views' | 'comments' | 'likes', title: string, kind: ArticleKind) {
  const count = (row: ArticleRow) => row[key].toLocaleString('zh-CN');
  return {
    key,
    title,
    align: 'right' as const,
    render: (_: unknown, row: ArticleRow) => {
      if (row.state !== 'published') return '—';
      return key === 'views' && kind === 'article' ? <Link to={`/readings/${row.id}`}>{count(row)}</Link> : count(row);
    },
  };
}

function Title({ row }: { row: ArticleRow }) {
  const { title, path, series, pinned, recommended, featured, original, readType } = row;
  const badges = [
    pinned && ['置顶', 'seal'],
    recommended && ['推荐', 'celadon'],
    featured && ['轮播', 'celadon'],
    !original && ['转载', 'plain'],
    readType > 0 && [readTypeNames[readType], 'plain'],
  ].filter((badge) => badge !== false) as [string, string][];
  return (
    <>
      {path ? <a href={path}>{title}</a> : <b>{title || '（无标题）'}</b>}
      {badges.map(([name, look]) => (
        <span key={name} className={`article-mark article-mark-${look}`}>
          {name}
        </span>
      ))}
      {series && (
        <Link className="article-in-series" to={`/series?text=${encodeURIComponent(series)}`}>
          专栏 {series}
        </Link>
      )}
    </>
  );
}

export const articleCsv = [
  { title: '编号', text: ({ id }: ArticleRow) => id },
  { title: '标题', text: ({ title }: ArticleRow) => title },
  { title: '作者', text: ({ author }: ArticleRow) => author.nickname },
  { title: '分类', text: ({ category }: ArticleRow) => category },
  { title: '专栏', text: ({ series }: ArticleRow) => series },
  { title: '状态', text: ({ state, waiting }: ArticleRow) => (waiting ? '待审核' : articleStates[state]) },
  { title: '字数', text: ({ words }: ArticleRow) => words },
  { title: '阅读', text: ({ views }: ArticleRow) => views },
  { title: '评论', text: ({ comments }: ArticleRow) => comments },
  { title: '点赞', text: ({ likes }: ArticleRow) => likes },
  { title: '时间', text: ({ time }: ArticleRow) => time },
];

type Props = {
  row: ArticleRow;
  tab: string;
  kind: ArticleKind;
  isDemo: boolean;
  review: () => void;
  showHistory: () => void;
  run: (act: ArticleAct) => void;
};

function ArticleActions({ row, tab, kind, isDemo, review, showHistory, run }: Props) {
  const acts = articleActions(row, tab, kind);
  return (
    <span className="article-acts">
      {row.waiting && tab !== 'trash' && (
        <button type="button" className="article-acts-hot" onClick={review}>
          审核
        </button>
      )}
      {row.own && tab !== 'trash' && <a href={`/newposts?id=${row.id}`}>编辑</a>}
      {row.path && <a href={row.path}>查看</a>}
      {acts.length > 0 && (
        <Dropdown
          trigger={['click']}
          disabled={isDemo}
          menu={{
            items: [
              ...acts.map((act) => ({ key: act, label: actNames[act], danger: act === 'purge' })),
              ...(tab === 'trash' ? [] : [{ key: 'history', label: '历史' }]),
            ],
            onClick: ({ key }) => (key === 'history' ? showHistory() : run(key as ArticleAct)),
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<Icon name="dots" />}
            aria-label={`更多：${row.title}`}
            title={isDemo ? '演示模式，不允许操作' : undefined}
          />
        </Dropdown>
      )}
    </span>
  );
}

const tones = {
  draft: 'off',
  pending: 'wait',
  scheduled: 'plan',
  published: 'ok',
  private: 'off',
  withdrawn: 'off',
  refused: 'bad',
} as const;

function ArticleState({ row: { state, waiting } }: { row: ArticleRow }) {
  if (waiting) return <State tone="wait">{state === 'published' ? '修改待审核' : '待审核'}</State>;
  return <State tone={tones[state]}>{articleStates[state]}</State>;
}

const tabNames: Record<ArticleTab, string> = {
  all: '全部',
  pending: '待审核',
  published: '已发布',
  private: '仅自己',
  scheduled: '定时',
  draft: '草稿',
  refused: '已退回',
  withdrawn: '已撤回',
  trash: '回收站',
};

export function articleTabs(counts: ArticleCounts | undefined) {
  const items = (Object.keys(tabNames) as ArticleTab[]).map((value) => ({
    value,
    title: tabNames[value],
    count: counts?.[value],
    due: value === 'pending',
  }));
  return { name: 'state', label: '状态', items };
}

/** Pages have no category, tags or likes. */
export function articleFilters(choices: Reply<typeof adminArticles.choices>, kind: ArticleKind) {
  const filters = allFilters(choices);
  return kind === 'page' ? filters.filter(({ name }) => name !== 'categoryId' && name !== 'tagId') : filters;
}

function allFilters({ categories, tags, authors }: Reply<typeof adminArticles.choices>) {
  const named = (all: { id: number; name: string }[]) =>
    all.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { name: 'text', label: '标题、摘要、正文' },
    { name: 'categoryId', label: '分类', options: named(categories) },
    { name: 'authorId', label: '作者', options: named(authors) },
    { name: 'tagId', label: '标签', options: named(tags) },
    {
      name: 'readType',
      label: '阅读方式',
      options: readTypeNames.map((label, value) => ({ value: String(value), label })),
    },
    {
      name: 'days',
      label: '时间',
      options: [
        { value: '7', label: '近一周' },
        { value: '30', label: '近一月' },
        { value: '365', label: '近一年' },
      ],
    },
    {
      name: 'sort',
      label: '排序',
      unset: '按时间',
      options: [
        { value: 'views', label: '阅读多的在前' },
        { value: 'comments', label: '评论多的在前' },
        { value: 'likes', label: '点赞多的在前' },
      ],
    },
  ];
}
