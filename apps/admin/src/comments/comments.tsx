import type { CommentRow } from '@mojian/contract/admin/comments';
import { Tag, Tooltip } from 'antd';
import { api } from '../http-api.ts';
import { Listing } from '../listing/listing.tsx';

const states = { shown: '已显示', held: '待审核', removed: '已删除' };
const colours = { shown: 'default', held: 'warning', removed: 'error' };

export function Component() {
  return (
    <Listing<CommentRow>
      name="评论"
      title="评论"
      load={api.comments.list as never}
      act={(ids, act) => api.comments.act({ body: { ids, act: act as 'release' } })}
      acts={[
        { name: 'release', title: '通过' },
        { name: 'remove', title: '删除', confirm: '删除之后，读者看到的是「该评论已删除」。确定吗？' },
      ]}
      filters={[
        { name: 'text', label: '评论的文字' },
        { name: 'state', label: '状态', options: Object.entries(states).map(([value, label]) => ({ value, label })) },
      ]}
      columns={[
        { key: 'text', title: '内容', dataIndex: 'text', width: 420, ellipsis: true },
        {
          key: 'author',
          title: '作者',
          render: (_, { author }) => <a href={`/user/${author.id}`}>{author.nickname}</a>,
        },
        { key: 'target', title: '写在', render: (_, { target }) => <a href={target.path}>{target.title}</a> },
        { key: 'state', title: '状态', render: (_, row) => <State row={row} /> },
        { key: 'place', title: '属地', dataIndex: 'place' },
        { key: 'createdAt', title: '时间', render: (_, { createdAt }) => new Date(createdAt).toLocaleString('zh-CN') },
      ]}
      csv={[
        { title: '编号', text: ({ id }) => id },
        { title: '内容', text: ({ text }) => text },
        { title: '作者', text: ({ author }) => author.nickname },
        { title: '写在', text: ({ target }) => target.title },
        { title: '状态', text: ({ state }) => states[state] },
        { title: '时间', text: ({ createdAt }) => createdAt },
      ]}
    />
  );
}

function State({ row: { state, reasons } }: { row: CommentRow }) {
  return (
    <Tooltip title={reasons.join('；')}>
      <Tag color={colours[state]}>{states[state]}</Tag>
    </Tooltip>
  );
}
