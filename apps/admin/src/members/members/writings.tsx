import type { MemberDetail } from '@mojian/contract/members/members-admin';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { hideWritings, untilDone } from '../../core/moderation/hide-writings.ts';
import { api, errorText } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { ShortTime } from '../../platform/time.tsx';

const kinds = [
  { name: 'articles', title: '文章', to: '/articles', permission: 'articles.manage' },
  { name: 'says', title: '说说', to: '/says', permission: 'says.moderate' },
  { name: 'comments', title: '评论', to: '/comments', permission: 'comments.moderate' },
  { name: 'board', title: '留言', to: '/board', permission: 'board.moderate' },
] as const;

type Props = { member: MemberDetail; onDone: () => void };

/** Numbers of a member's writings as links to their lists, and the acts on all of them. */
export function UserWritings({ member, onDone }: Props) {
  const { may, isDemo } = useOffice();
  const { id, nickname, counts, takenDown, manageable, mergeable, isMe } = member;
  return (
    <section className="card user-card">
      <h2>写过的</h2>
      <ul className="user-writings ink-links">
        {kinds.map(({ name, title, to, permission }) => (
          <li key={name}>
            {may(permission) && counts[name] > 0 ? (
              <Link to={`${to}?${name === 'articles' ? `authorId=${id}` : `author=${encodeURIComponent(nickname)}`}`}>
                {title} {counts[name]}
              </Link>
            ) : (
              `${title} ${counts[name]}`
            )}
          </li>
        ))}
      </ul>
      {takenDown && <TakenDown {...takenDown} />}
      {(manageable || mergeable) && !isMe && <WritingActs member={member} onDone={onDone} isDemo={isDemo} />}
    </section>
  );
}

function TakenDown({ count, purgeAt }: NonNullable<MemberDetail['takenDown']>) {
  return (
    <p className="user-barred">
      收起了 {count} 件，读者看不到。
      {purgeAt && (
        <>
          <ShortTime time={purgeAt} /> 删除，在那之前都可以放回。
        </>
      )}
    </p>
  );
}

const questions = {
  hide: '他的文章、评论、说说、留言与公共聊天室里的话，读者都不再看得到。随时可以全部放回。',
  delete: '读者马上看不到；三十天后删除，文章先进回收站。三十天之内都可以全部放回。',
};

function WritingActs({ member: { id, nickname, takenDown }, onDone, isDemo }: Props & { isDemo: boolean }) {
  const { message } = App.useApp();
  const [open, setOpen] = useState<'hide' | 'delete'>();
  const [isBusy, setBusy] = useState(false);
  const run = async <Result,>(work: () => Promise<Result>, tell: (result: Result) => React.ReactNode) => {
    setBusy(true);
    try {
      const result = await work();
      message.success({ key: 'undo', duration: 8, content: tell(result) });
    } catch (error) {
      message.error(errorText(error));
    }
    setBusy(false);
    setOpen(undefined);
    onDone();
  };
  const putBack = (of: { act?: number } = {}) =>
    run(
      () => untilDone(() => api.members.putBack({ body: { id, ...of } })),
      (count) => `放回了 ${count} 件`,
    );
  const take = (sweep: 'hide' | 'delete') =>
    run(
      () => hideWritings(id, sweep),
      ({ count, act }) => (
        <>
          收起了 {count} 件
          <Button type="link" size="small" onClick={() => putBack(act === undefined ? {} : { act })}>
            撤销
          </Button>
        </>
      ),
    );
  return (
    <div className="row row-wrap">
      {takenDown && (
        <Button disabled={isDemo} loading={isBusy} onClick={() => putBack()}>
          全部放回
        </Button>
      )}
      <Button disabled={isDemo || isBusy} onClick={() => setOpen('hide')}>
        全部收起
      </Button>
      <Button danger disabled={isDemo || isBusy} onClick={() => setOpen('delete')}>
        全部删除
      </Button>
      {open && (
        <SweepDialog
          sweep={open}
          nickname={nickname}
          isBusy={isBusy}
          onOk={() => take(open)}
          onCancel={() => !isBusy && setOpen(undefined)}
        />
      )}
    </div>
  );
}

type DialogProps = {
  sweep: 'hide' | 'delete';
  nickname: string;
  isBusy: boolean;
  onOk: () => void;
  onCancel: () => void;
};

function SweepDialog({ sweep, nickname, isBusy, ...acts }: DialogProps) {
  const verb = sweep === 'hide' ? '收起' : '删除';
  return (
    <Modal
      {...acts}
      open
      title={`${verb} ${nickname} 写的全部内容`}
      okText={`全部${verb}`}
      okButtonProps={{ danger: sweep === 'delete', loading: isBusy }}
    >
      <p>{questions[sweep]}</p>
    </Modal>
  );
}
