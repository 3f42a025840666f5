import type { BoardRow } from '@mojian/contract/community/board';
import { api } from '../../platform/http-api.ts';
import { WritingList, writingFields } from '../../platform/listing/writings.tsx';

export function Component() {
  return (
    <WritingList<BoardRow>
      title="留言板"
      none="还没有人留言"
      noun="留言"
      removal="删除之后不能恢复。确定吗？"
      load={api.board.list}
      follows={['board', 'comments', 'users']}
      fields={writingFields<BoardRow>()}
      act={(ids, act) => api.board.act({ body: { ids, act } })}
    />
  );
}
