import type { ChatMessage } from '@mojian/contract/chat/messages';

type Props = { quote: NonNullable<ChatMessage['quote']>; seek: (messageId: number) => void; tabIndex: 0 | -1 };

/** What a chat message answers; pressed, it is shown where it was said. */
export function Quoted({ quote: { id, sender, text, isPicture, isGone, isBlocked }, seek, tabIndex }: Props) {
  if (isBlocked) return <q className="gone">来自已拉黑的人</q>;
  if (isGone) return <q className="gone">引用的消息已经不在了</q>;
  return (
    <button type="button" className="q" title="查看原消息" tabIndex={tabIndex} onClick={() => seek(id)}>
      <bdi className="from">{sender}</bdi>
      <bdi className="words">{text || (isPicture ? '[图片]' : '')}</bdi>
    </button>
  );
}
