import type { SayRow } from '@mojian/contract/community/says';
import { api } from '../../platform/http-api.ts';
import { type RowFields, shownOnly, tally } from '../../platform/listing/fields.tsx';
import { WritingList, writingFields } from '../../platform/listing/writings.tsx';

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
      fields={fields}
    />
  );
}

const fields: RowFields<SayRow> = {
  ...writingFields<SayRow>(({ pictures }) => pictures),
  likes: shownOnly(tally('赞')),
  comments: shownOnly(tally('评论')),
};
