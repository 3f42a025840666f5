import type { CommentRow } from '@mojian/contract/community/comments';
import type { GuestWriter, Refusable, RefusedGuest } from '@mojian/contract/community/guest-comments';
import { App, Button, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { type Hidden, hideAll, hideWritings, untilDone } from '../../core/moderation/hide-writings.ts';
import { useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { ShortTime } from '../../platform/time.tsx';
import './guest-dialogs.css';

const kinds: Record<Refusable, string> = { name: '昵称', mailbox: '邮箱', network: '网段' };

/** Runs acts one at a time, says what came of each, and offers to undo what hid something. */
function useActs(onDone: () => void) {
  const { message } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>, said: (result: never) => React.ReactNode) => {
    setBusy(true);
    try {
      const result = await work();
      message.success({ key: 'undo', duration: 8, content: said(result as never) });
      onDone();
    } catch (error) {
      message.error(errorText(error));
    }
    setBusy(false);
  };
  const hide = (take: () => Promise<Hidden>, putBack: (of: { act?: number }) => Promise<number>) =>
    run(take, ({ count, act }: Hidden) => (
      <>
        收起了 {count} 条
        <Button
          type="link"
          size="small"
          onClick={() =>
            run(
              () => putBack(act === undefined ? {} : { act }),
              (back: number) => `放回了 ${back} 条`,
            )
          }
        >
          撤销
        </Button>
      </>
    ));
  return { isBusy, run, hide };
}

type DialogProps = { onClose: () => void; onDone: () => void };

/** Acts on the guest of a comment: on all of theirs, on all from their network, and on what comes later. */
export function GuestDialog({ comment, onClose, onDone }: DialogProps & { comment: CommentRow }) {
  const { answer: writer, failure } = useAnswer(['guest', comment.id], () =>
    api.guestComments.writer({ query: { id: comment.id } }),
  );
  return (
    <Modal open title={`访客 ${comment.author.nickname}`} footer={null} onCancel={onClose} className="guest-dialog">
      {writer ? (
        <GuestActs writer={writer} commentId={comment.id} onDone={onDone} />
      ) : (
        <p className="quiet">{failure || '正在读取…'}</p>
      )}
    </Modal>
  );
}

/** Hours for which the network of a comment is known. */
const known = 720;

type ActsProps = { writer: GuestWriter; commentId: number; onDone: () => void };

function GuestActs({ writer: { id, comments, hasMailbox, network, fromNetwork }, commentId, onDone }: ActsProps) {
  const { may, isDemo } = useOffice();
  const { isBusy, run, hide } = useActs(onDone);
  const isOff = isBusy || isDemo;
  const ofGuest = (sweep: 'hide' | 'delete') =>
    hide(
      () => hideWritings(id, sweep),
      (act) => untilDone(() => api.members.putBack({ body: { id, ...act } })),
    );
  const ofNetwork = () =>
    hide(
      () => hideAll((act) => api.members.takeGuestsDown({ body: { hours: known, commentId, ...act } })),
      (act) => untilDone(() => api.members.putGuestsBack({ body: { hours: known, ...act } })),
    );
  const refuse = (kind: Refusable) =>
    run(
      () => api.guestComments.refuse({ body: { kind, commentId } }),
      () => `不再收这个${kinds[kind]}的评论`,
    );
  return (
    <>
      {may('users.manage') && (
        <section>
          <h2>写过的 {comments} 条</h2>
          <p className="quiet">读者马上看不到，随时可以放回；删除的，三十天之后真正删除。</p>
          <div className="row row-wrap">
            <Button disabled={isOff} onClick={() => ofGuest('hide')}>
              隐藏此人的全部
            </Button>
            <Button danger disabled={isOff} onClick={() => ofGuest('delete')}>
              删除此人的全部
            </Button>
            {network && (
              <Button disabled={isOff} onClick={ofNetwork}>
                隐藏 {network} 来的 {fromNetwork} 条
              </Button>
            )}
          </div>
        </section>
      )}
      <section>
        <h2>不再收</h2>
        <p className="quiet">以后这样的评论直接被拒绝，对方看不出是为了哪一样。在「访客」里可以去掉。</p>
        <div className="row row-wrap">
          <Button disabled={isOff} onClick={() => refuse('name')}>
            这个昵称
          </Button>
          <Button disabled={isOff || !hasMailbox} onClick={() => refuse('mailbox')}>
            {hasMailbox ? '这个邮箱' : '没有留邮箱'}
          </Button>
          <Button disabled={isOff || !network} onClick={() => refuse('network')}>
            {network ? `网段 ${network}` : '不知道网段'}
          </Button>
        </div>
      </section>
    </>
  );
}

const spans = [
  { value: 1, label: '一小时里' },
  { value: 24, label: '一天里' },
  { value: 168, label: '七天里' },
  { value: 720, label: '三十天里' },
];

/** All that guests wrote in some hours, and whom the site refuses. */
export function GuestsDialog({ onClose, onDone }: DialogProps) {
  const { may } = useOffice();
  return (
    <Modal open title="访客的评论" footer={null} onCancel={onClose} className="guest-dialog">
      {may('users.manage') && <Sweep onDone={onDone} />}
      <Refused />
    </Modal>
  );
}

function Sweep({ onDone }: { onDone: () => void }) {
  const { isDemo } = useOffice();
  const { isBusy, run, hide } = useActs(onDone);
  const [hours, setHours] = useState(24);
  const isOff = isBusy || isDemo;
  const putBack = (act: { act?: number } = {}) =>
    untilDone(() => api.members.putGuestsBack({ body: { hours, ...act } }));
  const take = (purge: boolean) =>
    hide(() => hideAll((act) => api.members.takeGuestsDown({ body: { hours, purge, ...act } })), putBack);
  return (
    <section>
      <h2>一起收起</h2>
      <p className="quiet">访客最近写的全部收起来，会员写的不动；随时可以放回，删除的三十天之后真正删除。</p>
      <div className="row row-wrap">
        <Select aria-label="多久之内" options={spans} value={hours} onChange={setHours} />
        <Button disabled={isOff} loading={isBusy} onClick={() => take(false)}>
          全部收起
        </Button>
        <Button danger disabled={isOff} onClick={() => take(true)}>
          全部删除
        </Button>
        <Button
          disabled={isOff}
          onClick={() =>
            run(
              () => putBack(),
              (count: number) => `放回了 ${count} 条`,
            )
          }
        >
          放回
        </Button>
      </div>
    </section>
  );
}

function Refused() {
  const { isDemo } = useOffice();
  const { answer: refused, reload } = useAnswer(['refused guests'], () => api.guestComments.refused());
  const { isBusy, run } = useActs(reload);
  const accept = ({ id, label }: RefusedGuest) =>
    run(
      () => api.guestComments.accept({ body: { ids: [id] } }),
      () => `重新收 ${label} 的评论`,
    );
  return (
    <section>
      <h2>不再收的</h2>
      <NewRefusal onDone={reload} />
      {refused?.length === 0 && <p className="quiet">没有不收的访客</p>}
      <ul className="guest-dialog-refused">
        {refused?.map((one) => (
          <li key={one.id} className="row">
            <span>
              <span className="quiet">{kinds[one.kind]}</span> {one.label}{' '}
              <span className="quiet">
                <ShortTime time={one.createdAt} />
              </span>
            </span>
            <Button size="small" disabled={isBusy || isDemo} onClick={() => accept(one)}>
              重新收
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RefusalFields = { kind: Refusable; value?: string };

function NewRefusal({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<RefusalFields>();
  const { save, isSaving } = useSave(form);
  const { isDemo } = useOffice();
  const submit = async ({ kind, value = '' }: RefusalFields) => {
    if (!(await save(() => api.guestComments.refuse({ body: { kind, value } }), '记下了'))) return;
    form.resetFields(['value']);
    onDone();
  };
  const options = Object.entries(kinds).map(([value, label]) => ({ value, label }));
  return (
    <Form form={form} layout="inline" initialValues={{ kind: 'network' }} onFinish={submit} className="row row-wrap">
      <Form.Item name="kind">
        <Select aria-label="不收什么" options={options} />
      </Form.Item>
      <Form.Item name="value">
        <Input aria-label="昵称、邮箱或网段" placeholder="如 203.0.113.0/24" maxLength={300} />
      </Form.Item>
      <Button htmlType="submit" loading={isSaving} disabled={isDemo}>
        不再收
      </Button>
    </Form>
  );
}
