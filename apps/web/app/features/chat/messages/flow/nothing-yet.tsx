import type { Room } from '@mojian/contract/chat/messages';
import { Empty } from '../../../../ui/empty.tsx';
import type { OpenRoom } from '../chat.ts';

/** What stands in a room where nothing is shown: it is on its way, it did not come, or nothing was said. */
export function NothingYet({ open: { room, stretch }, again }: { open: OpenRoom; again: () => void }) {
  if (stretch.failed)
    return (
      <Empty drawing="torn" title="加载失败">
        <p>网络不好，或是站点正忙。</p>
        <button className="btn sm" type="button" onClick={again}>
          重试
        </button>
      </Empty>
    );
  if (stretch.isLoading !== null || stretch.hasOlder) return <Waiting />;
  return (
    <Empty drawing="leaf" title="还没有人说话">
      {invitation(room) && <p>{invitation(room)}</p>}
    </Empty>
  );
}

/** Nobody is invited to speak where they cannot. */
function invitation({ kind, name, closed, blocked }: Room) {
  if (closed || blocked) return '';
  return kind === 'group' ? '说第一句吧，茶已经沏上了。' : `和${name}打个招呼吧。`;
}

const widths = ['wide', 'short', 'own', 'wide', 'own short', 'short'];

function Waiting() {
  return (
    <div className="chat-waiting" role="status" aria-label="正在加载消息">
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <div key={at} className={width}>
          <span className="sk" />
          <span className="sk" />
        </div>
      ))}
    </div>
  );
}
