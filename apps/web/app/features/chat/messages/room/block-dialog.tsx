import type { ChatMessage, ChatPerson } from '@mojian/contract/chat/messages';
import { useState } from 'react';
import type { Chat } from '../chat.ts';
import { FootDialog } from './foot-dialog.tsx';

type Props = {
  chat: Chat;
  peer: ChatPerson;
  /** Something the person said: a report refers to it. */
  said: ChatMessage | undefined;
  block: (peer: ChatPerson) => void;
  close: () => void;
};

/** Asks before somebody is blocked, and offers to report what they said. */
export function BlockDialog({ chat, peer, said, block, close }: Props) {
  const [isReporting, setReporting] = useState(false);
  const onYes = async () => {
    close();
    if (said && isReporting) await chat.report(said, '拉黑时一并举报');
    block(peer);
  };
  return (
    <FootDialog
      question={`拉黑 ${peer.nickname}？`}
      face={{ name: peer.nickname, picture: peer.avatar }}
      lines={[
        { icon: 'chat', words: '你不再收到对方的私聊，也看不到对方在公共聊天室里的话。' },
        { icon: 'bell', words: '不会通知对方；对方再给你发私聊时，会看到「对方暂时不接收你的消息」。' },
        { icon: 'undo', words: '以后可以在「聊天设置」里解除。' },
      ]}
      no="不拉黑"
      yes="拉黑"
      onYes={() => void onYes()}
      close={close}
    >
      {said && (
        <label className="foot-dialog-check">
          <input type="checkbox" checked={isReporting} onChange={(event) => setReporting(event.target.checked)} />
          同时举报，把对方说的这几句交给管理员看
        </label>
      )}
    </FootDialog>
  );
}
