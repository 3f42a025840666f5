import type { MemberDetail, MemberRow } from '@mojian/contract/members/member-detail';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { demoHint } from '../../platform/listing/row-acts.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { actsOn, type UserAct, type UserDialogName } from './acts-on.ts';
import { useAct } from './use-act.ts';
import { UserDialog } from './user-dialog.tsx';

type Open = { name: UserDialogName; member: MemberDetail };

/** What may be done to one member from the list. `onDone`: something was. */
export function useUserMenu(onDone: () => void) {
  const { modal, message } = App.useApp();
  const [open, setOpen] = useState<Open>();
  const act = useAct(onDone);
  const start = async ({ id, nickname }: MemberRow, chosen: UserAct) => {
    if ('ask' in chosen) {
      const { sentence, done, work } = chosen.ask;
      const onOk = () => act(done, work);
      modal.confirm({ title: `${chosen.title} ${nickname}`, content: sentence, onOk });
      return;
    }
    try {
      setOpen({ name: chosen.dialog, member: await api.members.info({ query: { id: String(id) } }) });
    } catch (error) {
      message.error(wordsOf(error));
    }
  };
  const close = (isDone: boolean) => {
    setOpen(undefined);
    if (isDone) onDone();
  };
  return { start, dialog: open && <UserDialog {...open} close={close} /> };
}

type Props = { row: MemberRow; start: (row: MemberRow, act: UserAct) => void };

/** The page of a member, and behind three dots what may be done to them. */
export function UserRowActs({ row, start }: Props) {
  const { isDemo } = useOffice();
  const acts = actsOn(row);
  return (
    <span className="row-acts">
      <Link to={`/users/${row.id}`} aria-label={`打开：${row.nickname}`}>
        打开
      </Link>
      {(row.manageable || isDemo) && (
        <Dropdown
          trigger={['click']}
          autoFocus
          disabled={isDemo}
          menu={{
            items: acts.map(({ title, look }) => ({ key: title, label: title, danger: look === 'danger' })),
            onClick: ({ key }) => {
              const chosen = acts.find(({ title }) => title === key);
              if (chosen) start(row, chosen);
            },
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<Icon name="dots" />}
            aria-label={`更多：${row.nickname}`}
            title={isDemo ? demoHint : undefined}
          />
        </Dropdown>
      )}
    </span>
  );
}
