import type { BoardRow } from '@mojian/contract/admin/board';
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

const removal = '删除之后不能恢复。确定吗？';

export function Component() {
  return (
    <Listing<BoardRow>
      name="留言板"
      title="留言板"
      load={api.board.list}
      act={(ids, act) => api.board.act({ body: { ids, act: actOf(['release', 'hold', 'remove'], act) } })}
      acts={writingActs(removal)}
      rowActs={writingRowActs(removal)}
      filters={writingFilters('留言')}
      columns={writingColumns<BoardRow>()}
      csv={writingCsv}
    />
  );
}
