import { Failure } from '@mojian/contract/platform/failures';
import { type ReactNode, useState } from 'react';
import { ReportDialog } from '../../../community/reports/report-dialog.tsx';
import type { Chat, ChatState, OpenRoom } from '../chat.ts';
import type { ChatParts } from '../chat-parts.ts';
import type { MenuEntry } from '../rooms/pop-menu.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import type { RoomActs } from './use-room-acts.tsx';

type Given = { chat: Chat; state: ChatState; open: OpenRoom; parts: ChatParts; acts: RoomActs };

/** What may be done from the head of a talk, and the dialog that was opened there. */
export function useTalkMenu({ chat, state, open, parts, acts }: Given): { entries: MenuEntry[]; dialog: ReactNode } {
  const [shown, setShown] = useState<'settings' | 'report'>();
  const close = () => setShown(undefined);
  const last = newestOfPeer(open);
  const report = async (reason: string) => {
    // why not was said in a toast
    if (last && !(await chat.report(last, reason))) throw new Failure('unexpected', '提交失败，请重试');
  };
  const entries: MenuEntry[] = [
    { words: '聊天设置', run: () => setShown('settings') },
    ...(last ? [{ words: `举报 ${open.room.name}`, run: () => setShown('report') }] : []),
    ...acts.entriesOf(open.room),
  ];
  const dialog = (
    <>
      {shown === 'settings' && (
        <SettingsDialog
          chat={chat}
          preferences={state.preferences}
          loadBlocked={() => parts.reading.chat.blocks()}
          close={close}
        />
      )}
      {shown === 'report' && <ReportDialog title={`举报 ${open.room.name} 最后说的话`} report={report} close={close} />}
    </>
  );
  return { entries, dialog };
}

/** A report is about something that was said. */
function newestOfPeer({ room, stretch }: OpenRoom) {
  if (room.kind !== 'private') return undefined;
  return stretch.messages.findLast(({ sender, state }) => sender.id === room.peer?.id && state === 'shown');
}
