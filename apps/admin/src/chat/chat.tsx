import type { ChatRow } from '@mojian/contract/admin/chat';
import { api } from '../http-api.ts';
import { actOf } from '../listing/act-of.ts';
import { LinkButton } from '../listing/link-button.tsx';
import { Listing } from '../listing/listing.tsx';
import { writingActs, writingColumns, writingCsv, writingRowActs } from '../listing/writing-columns.tsx';

const removal = '移除之后，聊天室里只剩一句「已被移除」，文字与图片都没有了。确定吗？';

export function Component() {
  return (
    <Listing<ChatRow>
      name="聊天室"
      title="聊天室"
      load={api.chat.list}
      act={(ids, act) => api.chat.act({ body: { ids, act: actOf(['release', 'remove'], act) } })}
      acts={writingActs(removal, { mayHide: false })}
      rowActs={writingRowActs(removal, { mayHide: false })}
      filters={[
        { name: 'text', label: '消息的文字' },
        { name: 'author', label: '谁写的' },
        { name: 'state', label: '状态', options: states },
      ]}
      columns={writingColumns<ChatRow>(({ picture }) => (picture ? [picture] : []))}
      csv={writingCsv}
      extra={<LinkButton to="/reports?kind=chat">聊天的举报</LinkButton>}
    />
  );
}

const states = [
  { value: 'held', label: '待审核' },
  { value: 'reported', label: '被举报' },
];
