import type { ChatPerson, ChatPreferences } from '@mojian/contract/chat/messages';
import { useState } from 'react';
import { Link } from 'react-router';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import type { Chat, ChatState } from '../chat.ts';
import { BlockedPeople } from './blocked-people.tsx';
import { hasSound, keepSound } from './sound.ts';
import { SwitchRow } from './switch-row.tsx';

type Props = {
  chat: Chat;
  preferences: ChatState['preferences'];
  loadBlocked: () => Promise<ChatPerson[]>;
  close: () => void;
};

const kinds: { name: keyof ChatPreferences; words: string; about: string }[] = [
  {
    name: 'receipts',
    words: '已读',
    about: '开着，对方知道你读到了哪里，你也知道对方的；关上，两边都看不到。',
  },
  {
    name: 'typing',
    words: '正在输入',
    about: '开着，对方看得到你正在写，你也看得到对方在写；关上，两边都看不到。',
  },
  {
    name: 'presence',
    words: '在线',
    about: '开着，别人看得到你在不在，你也看得到别人的；关上，两边都看不到。',
  },
];

/** What of oneself others are shown, what rings here, and who was blocked. */
export function SettingsDialog({ chat, preferences, loadBlocked, close }: Props) {
  const [isRinging, setRinging] = useState(hasSound);
  const turnSound = () => {
    keepSound(!isRinging);
    setRinging(!isRinging);
  };
  return (
    <CardDialog title="聊天设置" close={close}>
      <ul className="chat-switches">
        {kinds.map(({ name, words, about }) => (
          <SwitchRow
            key={name}
            words={words}
            about={about}
            isOn={preferences[name]}
            turn={() => chat.setPreferences({ [name]: !preferences[name] })}
          />
        ))}
        <SwitchRow
          words="提示音"
          about="没在看这一页时，有人说话就轻轻响一下。只在这台设备上有效。"
          isOn={isRinging}
          turn={turnSound}
        />
      </ul>
      <BlockedPeople chat={chat} load={loadBlocked} />
      <p className="chat-privacy">
        谁能看到你说的话，留多久，写在<Link to="/privacy">隐私说明</Link>里。
      </p>
    </CardDialog>
  );
}
