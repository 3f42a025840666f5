import { Icon } from '@mojian/ui/icon';
import { Link } from 'react-router';
import { useHas } from '../../../../features-on.ts';
import { Empty } from '../../../../ui/empty.tsx';
import type { Chat, ChatState } from '../chat.ts';
import { TalkWaiting } from '../chat-waiting.tsx';

type Props = {
  chat: Chat;
  state: ChatState;
  isSelf: boolean;
  /** Whether the address asks for a room. */
  isWanted: boolean;
  /** Whether it was tried to open it. */
  isTried: boolean;
  goBack: () => void;
};

/** In the place of a talk: that it is coming, that it is not there, or that none was chosen. */
export function NoTalk({ chat, state: { rooms, failed, opening }, isSelf, isWanted, isTried, goBack }: Props) {
  const isComing = opening || !isTried || (rooms ? !isWanted && rooms.length > 0 : !failed);
  if (isComing && !isSelf) return <TalkWaiting />;
  return (
    <section className="talk no-talk" aria-label="会话">
      <header>
        <button className="ib only" type="button" aria-label="返回会话" onClick={goBack}>
          <Icon name="left" />
        </button>
      </header>
      <Words {...{ chat, failed, isSelf, isWanted }} />
    </section>
  );
}

type WordsProps = Pick<Props, 'chat' | 'isSelf' | 'isWanted'> & { failed: boolean };

function Words({ chat, failed, isSelf, isWanted }: WordsProps) {
  const has = useHas();
  if (isSelf)
    return (
      <Empty drawing="leaf" title="这是你自己">
        {has('says') && <p>想记一笔，可以写成说说，仅自己可见。</p>}
        {has('says') && (
          <Link className="btn" to="/newSays">
            写说说
          </Link>
        )}
      </Empty>
    );
  if (failed)
    return (
      <Empty drawing="torn" title="会话加载失败">
        <p>网络打了个盹。</p>
        <button className="btn" type="button" onClick={() => void chat.reload()}>
          重试
        </button>
      </Empty>
    );
  if (isWanted)
    return (
      <Empty drawing="leaf" title="没有这个会话">
        <p>也许这个人已经不在这里了，也许地址少了一个字。</p>
        <Link className="btn" to="/im">
          查看其他会话
        </Link>
      </Empty>
    );
  return (
    <Empty title="还没有会话">
      <p>在一个人的主页上点“私聊”，或在左边找一个名字，就能私聊。</p>
    </Empty>
  );
}
