import type { Room } from '@mojian/contract/chat/messages';
import { Icon } from '@mojian/ui/icon';
import { unreadWords } from './unread-words.ts';

/** What waits in a room: a request, a call by name, unread messages; of a muted room only that there is something. */
export function RoomMarks({ room: { request, called, unread, muted } }: { room: Room }) {
  return (
    <span className="room-marks">
      {request === 'received' && <span className="badge c">请求</span>}
      {called && (
        <span className="called" title="有人 @ 你">
          <span aria-hidden="true">@</span>
          <span className="vh">，有人提到你</span>
        </span>
      )}
      {muted && (
        <span className="hushed" title="免打扰">
          <Icon name="hush" />
          <span className="vh">，免打扰</span>
        </span>
      )}
      {unread > 0 && (
        <span className={muted ? 'hushed-dot' : 'count'}>
          <span className="vh">，</span>
          <span className={muted ? 'vh' : undefined}>{unreadWords(unread)}</span>
          <span className="vh"> 条未读</span>
        </span>
      )}
    </span>
  );
}
