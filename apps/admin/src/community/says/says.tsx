import type { SayRow } from '@mojian/contract/community/says';
import { api } from '../../platform/http-api.ts';
import { WritingList, writingColumns } from '../../platform/listing/writings.tsx';

export function Component() {
  return (
    <WritingList<SayRow>
      title="说说"
      none="还没有人发说说"
      noun="说说"
      removal="删除之后，连同它下面的评论都没有了，不能恢复。确定吗？"
      load={api.says.list}
      follows={['says', 'comments', 'users']}
      act={(ids, act) => api.says.act({ body: { ids, act } })}
      columns={[
        ...writingColumns<SayRow>(({ pictures }) => pictures),
        {
          key: 'likes',
          title: '赞',
          dataIndex: 'likes',
          align: 'right',
          className: 'listing-tight',
          render: (likes) => likes || '',
        },
        {
          key: 'comments',
          title: '评论',
          dataIndex: 'comments',
          className: 'listing-tight',
          align: 'right',
          render: (comments) => comments || '',
        },
      ]}
    />
  );
}
