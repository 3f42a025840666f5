import type { ChatRow } from '@mojian/contract/chat/messages';
import { api } from '../../platform/http-api.ts';
import { LinkButton, oneOf } from '../../platform/listing/actions.tsx';
import { WritingList, writingFields, writingFilters } from '../../platform/listing/writings.tsx';

export function Component() {
  return (
    <WritingList<ChatRow>
      title="聊天室"
      none="没有待审核的消息。待审核的与被举报的才在这里"
      noun="消息"
      removal="移除之后，聊天室里只剩一句「已被移除」，文字与图片都没有了。确定吗？"
      mayHide={false}
      load={api.chat.list}
      follows={['chat', 'comments', 'users']}
      act={(ids, act) => api.chat.act({ body: { ids, act: oneOf(['release', 'remove'], act) } })}
      filters={writingFilters('消息', { held: '待审核', reported: '被举报' })}
      fields={fields}
      extra={<LinkButton to="/reports?kind=chat">聊天的举报</LinkButton>}
    />
  );
}

const fields = writingFields<ChatRow>(({ picture }) => (picture ? [picture] : []));
