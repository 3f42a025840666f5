import type { SayRow } from '@mojian/contract/admin/says';
import { api } from '../http-api.ts';
import { actOf } from '../listing/act-of.ts';
import { Listing } from '../listing/listing.tsx';
import {
  writingActs,
  writingColumns,
  writingCsv,
  writingFilters,
  writingRowActs,
} from '../listing/writing-columns.tsx';

const removal = '删除之后，连同它下面的评论都没有了，不能恢复。确定吗？';

export function Component() {
  return (
    <Listing<SayRow>
      name="说说"
      title="说说"
      load={api.says.list}
      act={(ids, act) => api.says.act({ body: { ids, act: actOf(['release', 'hold', 'remove'], act) } })}
      acts={writingActs(removal)}
      rowActs={writingRowActs(removal)}
      filters={writingFilters('说说')}
      columns={[
        ...writingColumns<SayRow>(({ pictures }) => pictures),
        {
          key: 'likes',
          title: '赞',
          dataIndex: 'likes',
          align: 'right',
          className: 'tight',
          render: (likes) => (likes > 0 ? `${likes} 赞` : ''),
        },
        {
          key: 'comments',
          title: '评论',
          dataIndex: 'comments',
          className: 'tight',
          align: 'right',
          render: (comments) => (comments > 0 ? `${comments} 评论` : ''),
        },
      ]}
      csv={writingCsv}
    />
  );
}
