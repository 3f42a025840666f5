import type { BoardRow } from '@mojian/contract/admin/board';
import { api } from '../http-api.ts';
import { Listing } from '../listing/listing.tsx';
import { writingActs, writingColumns, writingCsv, writingRowActs } from '../listing/writing-columns.tsx';

const removal = '删除之后不能恢复。确定吗？';

export function Component() {
  return (
    <Listing<BoardRow>
      name="留言板"
      title="留言板"
      load={api.board.list}
      act={(ids, act) => api.board.act({ body: { ids, act: act as 'release' } })}
      acts={writingActs(removal)}
      rowActs={writingRowActs(removal)}
      filters={[
        { name: 'text', label: '留言的文字' },
        { name: 'author', label: '谁写的' },
        { name: 'state', label: '状态', options: states },
      ]}
      columns={writingColumns<BoardRow>()}
      csv={writingCsv}
    />
  );
}

const states = [
  { value: 'shown', label: '已显示' },
  { value: 'held', label: '待审核' },
];
