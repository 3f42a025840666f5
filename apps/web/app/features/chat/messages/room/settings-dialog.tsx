import type { ChatPerson, ChatPreferences } from '@mojian/contract/chat/messages';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { CardDialog } from '../../../../ui/card-dialog.tsx';
import { Face } from '../../../../ui/face.tsx';
import { ownPicture } from '../../../../ui/own-picture.ts';
import { useSending } from '../../../../ui/use-sending.ts';
import { Toggle } from '../../../core/forms/toggle.tsx';
import type { Chat, ChatState } from '../chat.ts';
import { hasSound, keepSound } from './ringing.ts';

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

/** Privacy, sounds, and blocked members. */
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
        谁能看到你说的话，留多久，写在
        <Link className="accent" to="/privacy">
          隐私说明
        </Link>
        里。
      </p>
    </CardDialog>
  );
}

type BlockedPeopleProps = { chat: Chat; load: () => Promise<ChatPerson[]> };

/** Blocked members with unblock buttons. */
function BlockedPeople({ chat, load }: BlockedPeopleProps) {
  const [people, setPeople] = useState<ChatPerson[] | 'failed'>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount only
  useEffect(() => {
    load().then(setPeople, () => setPeople('failed'));
  }, []);
  const unblock = async ({ id }: ChatPerson) => {
    if (!(await chat.unblock(id))) return;
    setPeople((before) => (Array.isArray(before) ? before.filter((person) => person.id !== id) : before));
  };
  return (
    <section className="chat-blocked-people" aria-labelledby="blocked-people">
      <h3 id="blocked-people">拉黑的人</h3>
      {people === undefined && <p>正在加载…</p>}
      {people === 'failed' && <p>加载失败，请稍后再试。</p>}
      {Array.isArray(people) && people.length === 0 && <p>没有拉黑任何人。</p>}
      {Array.isArray(people) && people.length > 0 && (
        <ul>
          {people.map((person) => (
            <li className="row gap-2-5" key={person.id}>
              <Face name={person.nickname} picture={ownPicture(person.avatar)} size="s" />
              <b>{person.nickname}</b>
              <button
                className="btn btn-sm push"
                type="button"
                aria-label={`解除对 ${person.nickname} 的拉黑`}
                onClick={() => void unblock(person)}
              >
                解除
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type SwitchRowProps = { words: string; about: string; isOn: boolean; turn: () => unknown };

/** A switch with its description. */
function SwitchRow({ words, about, isOn, turn }: SwitchRowProps) {
  const id = useId();
  const { isBusy, send } = useSending();
  return (
    <li className="row gap-5">
      <div>
        <b id={id}>{words}</b>
        <p id={`${id}-about`}>{about}</p>
      </div>
      <Toggle
        isOn={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-about`}
        aria-busy={isBusy}
        onClick={() => void send(async () => turn())}
      />
    </li>
  );
}
