import type { ArticleAct, ArticleRow } from '@mojian/contract/content/articles-admin';
import { Link } from 'react-router';
import { When } from '../../platform/when.tsx';
import { RowActs } from './row-acts.tsx';
import { ArticleState } from './state.tsx';
import { readTypeNames, states } from './words.ts';

type Parts = {
  tab: string;
  isDemo: boolean;
  review: (id: number) => void;
  showHistory: (row: ArticleRow) => void;
  run: (id: number, act: ArticleAct) => void;
};

export function columnsOf({ tab, isDemo, review, showHistory, run }: Parts) {
  const number = (key: 'views' | 'comments' | 'likes', title: string) => ({
    key,
    title,
    align: 'right' as const,
    render: (_: unknown, row: ArticleRow) => (row.state === 'published' ? row[key].toLocaleString('zh-CN') : '—'),
  });
  return [
    { key: 'title', title: '标题', className: 'title', render: (_: unknown, row: ArticleRow) => <Title row={row} /> },
    {
      key: 'author',
      title: '作者',
      className: 'author',
      render: (_: unknown, { author }: ArticleRow) => <a href={`/user/${author.id}`}>{author.nickname}</a>,
    },
    {
      key: 'category',
      title: '分类',
      render: (_: unknown, { category }: ArticleRow) => category || '—',
    },
    {
      key: 'state',
      title: '状态',
      render: (_: unknown, row: ArticleRow) => <ArticleState row={row} />,
    },
    ...[number('views', '阅读'), number('comments', '评论'), number('likes', '点赞')],
    {
      key: 'time',
      title: '时间',
      render: (_: unknown, { time }: ArticleRow) => <When time={time} />,
    },
    {
      key: 'acts',
      title: '操作',
      className: 'acts',
      align: 'right' as const,
      render: (_: unknown, row: ArticleRow) => (
        <RowActs
          {...{ row, tab, isDemo }}
          review={() => review(row.id)}
          showHistory={() => showHistory(row)}
          run={(act) => run(row.id, act)}
        />
      ),
    },
  ];
}

function Title({ row }: { row: ArticleRow }) {
  const { title, path, series, pinned, recommended, featured, original, readType } = row;
  const badges = [
    pinned && ['置顶', 'seal'],
    recommended && ['推荐', 'celadon'],
    featured && ['轮播', 'celadon'],
    !original && ['转载', ''],
    readType > 0 && [readTypeNames[readType], ''],
  ].filter((badge) => badge !== false) as [string, string][];
  return (
    <>
      {path ? <a href={path}>{title}</a> : <b>{title || '（无标题）'}</b>}
      {badges.map(([name, look]) => (
        <span key={name} className={`mark ${look}`}>
          {name}
        </span>
      ))}
      {series && (
        <Link className="in-series" to={`/series?text=${encodeURIComponent(series)}`}>
          专栏 {series}
        </Link>
      )}
    </>
  );
}

export const csv = [
  { title: '编号', text: ({ id }: ArticleRow) => id },
  { title: '标题', text: ({ title }: ArticleRow) => title },
  { title: '作者', text: ({ author }: ArticleRow) => author.nickname },
  { title: '分类', text: ({ category }: ArticleRow) => category },
  { title: '专栏', text: ({ series }: ArticleRow) => series },
  { title: '状态', text: ({ state, waiting }: ArticleRow) => (waiting ? '待审核' : states[state]) },
  { title: '字数', text: ({ words }: ArticleRow) => words },
  { title: '阅读', text: ({ views }: ArticleRow) => views },
  { title: '评论', text: ({ comments }: ArticleRow) => comments },
  { title: '点赞', text: ({ likes }: ArticleRow) => likes },
  { title: '时间', text: ({ time }: ArticleRow) => time },
];
