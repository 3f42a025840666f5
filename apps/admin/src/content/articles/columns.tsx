import type {
  ArticleAct,
  ArticleCounts,
  ArticleRow,
  ArticleTab,
  adminArticles,
} from '@mojian/contract/content/articles-admin';
import { pictureSet } from '@mojian/contract/core/picture-set';
import type { Reply } from '@mojian/contract/platform/endpoint';
import type { ArticleKind } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import type { api } from '../../platform/http-api.ts';
import { oneOf } from '../../platform/listing/actions.tsx';
import { exported, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { State } from '../../platform/state.tsx';
import { actNames, articleActions, articleStates, readTypeNames } from './article-actions.ts';

/** Fields of pages: they have no category and no likes to show. */
export const pageFields: RowFields<ArticleRow> = {
  id: exported('编号'),
  cover: exported('封面'),
  title: { title: '标题', className: 'article-title', cell: (_, row) => <Title row={row} />, csv: (title) => title },
  author: {
    title: '作者',
    className: 'article-author',
    cell: ({ id, nickname }) => <a href={`/user/${id}`}>{nickname}</a>,
    csv: ({ nickname }) => nickname,
  },
  category: exported('分类'),
  series: exported('专栏'),
  state: {
    title: '状态',
    cell: (_, row) => <ArticleState row={row} />,
    csv: (state, { waiting }) => (waiting ? '待审核' : articleStates[state]),
  },
  words: exported('字数'),
  views: counted('阅读'),
  comments: counted('评论'),
  likes: exported('点赞'),
  time: time('时间'),
};

/** The reads of an article lead to their course over time. */
export const articleFields: RowFields<ArticleRow> = {
  ...pageFields,
  category: { ...exported('分类'), className: 'article-category', cell: (category) => category || '—' },
  views: {
    ...counted('阅读'),
    cell: (views, { id, state }) =>
      state === 'published' ? <Link to={`/readings/${id}`}>{views.toLocaleString('zh-CN')}</Link> : '—',
  },
  likes: counted('点赞'),
};

/** A number that only published articles have; all of them are exported. */
function counted(title: string) {
  return {
    title,
    align: 'right' as const,
    cell: (value: number, { state }: ArticleRow) => (state === 'published' ? value.toLocaleString('zh-CN') : '—'),
    csv: (value: number) => value,
  };
}

function Title({ row }: { row: ArticleRow }) {
  const { title, cover, path, series, pinned, recommended, featured, original, readType } = row;
  const badges = [
    pinned && ['置顶', 'seal'],
    recommended && ['推荐', 'celadon'],
    featured && ['精选', 'celadon'],
    !original && ['转载', 'plain'],
    readType > 0 && [readTypeNames[readType], 'plain'],
  ].filter((badge) => badge !== false) as [string, string][];
  return (
    <>
      {cover && (
        <img className="article-picture" src={cover} srcSet={pictureSet(cover)} sizes="54px" alt="" loading="lazy" />
      )}
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

type Props = {
  row: ArticleRow;
  tab: string;
  kind: ArticleKind;
  isDemo: boolean;
  review: () => void;
  showHistory: () => void;
  run: (act: ArticleAct) => void;
};

export function ArticleActions({ row, tab, kind, isDemo, review, showHistory, run }: Props) {
  const acts = articleActions(row, tab, kind);
  return (
    <span className="row-acts">
      {row.waiting && tab !== 'trash' && (
        <button type="button" className="row-acts-strong" onClick={review}>
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
            onClick: ({ key }) => (key === 'history' ? showHistory() : run(oneOf(acts, key))),
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

type Choices = Reply<typeof adminArticles.choices>;
type NamedRow = { id: number; name: string };

const optionsOf = (rows: NamedRow[]) => rows.map(({ id, name }) => ({ value: String(id), label: name }));

export function articleFilters({ categories, tags, authors }: Choices) {
  return {
    text: '标题、摘要、正文',
    categoryId: { label: '分类', options: optionsOf(categories) },
    authorId: { label: '作者', options: optionsOf(authors) },
    tagId: { label: '标签', options: optionsOf(tags) },
    readType: {
      label: '阅读方式',
      options: readTypeNames.map((label, value) => ({ value: String(value), label })),
    },
    days: { label: '时间', options: { 7: '近一周', 30: '近一月', 365: '近一年' } },
    sort: {
      label: '排序',
      unset: '按时间',
      options: { views: '阅读多的在前', comments: '评论多的在前', likes: '点赞多的在前' },
    },
  } satisfies FiltersFor<typeof api.articles.list>;
}

/** Pages have no category and no tags. */
export function pageFilters(choices: Choices) {
  const { categoryId: _, tagId: __, ...filters } = articleFilters(choices);
  return filters;
}
