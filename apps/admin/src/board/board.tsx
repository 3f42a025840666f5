import type { BoardRow } from '@mojian/contract/admin/board';
import { api } from '../http-api.ts';
import { actOf } from '../listing/act-of.ts';
import { WritingList } from '../listing/writing-list.tsx';

export function Component() {
  return (
    <WritingList<BoardRow>
      title="留言板"
      none="还没有人留言"
      noun="留言"
      removal="删除之后不能恢复。确定吗？"
      load={api.board.list}
      act={(ids, act) => api.board.act({ body: { ids, act: actOf(['release', 'hold', 'remove'], act) } })}
    />
  );
}
