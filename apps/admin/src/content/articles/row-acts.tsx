import type { ArticleAct, ArticleRow } from '@mojian/contract/content/articles-admin';
import { Icon } from '@mojian/ui/icon';
import { Button, Dropdown } from 'antd';
import { actNames, actsOn } from './words.ts';

type Props = {
  row: ArticleRow;
  tab: string;
  isDemo: boolean;
  review: () => void;
  showHistory: () => void;
  run: (act: ArticleAct) => void;
};

/** What may be done to one article, as quiet words; the rarer of them behind three dots. */
export function RowActs({ row, tab, isDemo, review, showHistory, run }: Props) {
  const acts = actsOn(row, tab);
  return (
    <span className="article-acts">
      {row.waiting && tab !== 'trash' && (
        <button type="button" className="hot" onClick={review}>
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
