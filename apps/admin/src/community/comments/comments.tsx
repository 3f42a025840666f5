import type { CommentRow } from '@mojian/contract/community/comments';
import { longestComment } from '@mojian/contract/platform/rules';
import { Alert, App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { hideWritings } from '../../core/moderation/hide-writings.ts';
import { DisableDialog, type Disabling } from '../../core/moderation/restriction-dialogs.tsx';
import { FormModal, useSave } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';
import type { BatchAction, RowAction } from '../../platform/listing/actions.tsx';
import { Person } from '../../platform/listing/cells.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { type RowFields, shownOnly, tally } from '../../platform/listing/fields.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import {
  hide,
  release,
  remove,
  WritingText,
  writingFields,
  writingFilters,
  writingStates,
} from '../../platform/listing/writings.tsx';
import { State } from '../../platform/state.tsx';
import { ShortTime } from '../../platform/time.tsx';
import { GuestDialog, GuestsDialog } from './guest-dialogs.tsx';

type Act = 'release' | 'hold' | 'remove' | 'restore' | 'pin' | 'unpin';

const restore: RowAction<Act> = { name: 'restore', title: '恢复', undo: 'remove' };
const removeWithUndo: RowAction<Act> = { ...remove, undo: 'restore' };
const pin: RowAction<Act> = { name: 'pin', title: '置顶', undo: 'unpin' };
const unpin: RowAction<Act> = { name: 'unpin', title: '取消置顶', undo: 'pin' };
const acts: BatchAction<Act>[] = [{ ...release, undo: hide.name }, hide, removeWithUndo, restore];

type Open = { dialog: 'reply' | 'guest'; comment: CommentRow } | { dialog: 'guests' };

export function Component() {
  const { open, show, round, ends } = useListDialog<Open>();
  return (
    <>
      <Listing<CommentRow, Act>
        title="评论"
        none="还没有人评论"
        round={round}
        load={api.comments.list}
        follows={['comments', 'articles', 'says', 'users']}
        act={(ids, act) => api.comments.act({ body: { ids, act } })}
        acts={acts}
        rowActs={(row) => rowActions(row, show)}
        extra={<Button onClick={() => show({ dialog: 'guests' })}>访客</Button>}
        filters={filters}
        fields={fields}
      />
      {open?.dialog === 'reply' && <ReplyDialog comment={open.comment} {...ends} />}
      {open?.dialog === 'guest' && <GuestDialog comment={open.comment} {...ends} />}
      {open?.dialog === 'guests' && <GuestsDialog {...ends} />}
    </>
  );
}

const filters = {
  ...writingFilters('评论', writingStates),
  by: { label: '谁写的', options: { guests: '访客', members: '会员' }, unset: '所有人' },
};
const common = writingFields<CommentRow>();
const fields: RowFields<CommentRow> = {
  ...common,
  text: { ...common.text, cell: (_, row) => <CommentText row={row} /> },
  target: {
    title: '写在',
    isTight: true,
    cell: ({ title }, { path }) => (
      <a href={path} title={title}>
        {title}
      </a>
    ),
    csv: ({ title }) => title,
  },
  likes: shownOnly(tally('赞')),
};

function CommentText({ row }: { row: CommentRow }) {
  return (
    <div>
      {row.answers && (
        <span className="writing-text quiet">
          回复 {row.answers.nickname}
          {row.answers.text && `：${row.answers.text}`}
        </span>
      )}
      {row.quote && <span className="writing-text quiet">想法，写在「{row.quote}」</span>}
      {row.pinned && <State tone="plan">置顶</State>}
      <WritingText row={row} pictures={row.pictures} />
    </div>
  );
}

/** Lists the actions on one comment; each can be undone, so none asks first. */
function rowActions(row: CommentRow, show: (open: Open) => void): RowAction<Act>[] {
  const { state, mayRestore, pinned, answers, author } = row;
  const about = { name: 'guest', title: '此访客', open: () => show({ dialog: 'guest', comment: row }) };
  const guest = author.guest ? [about] : [];
  if (state === 'removed') return [...(mayRestore ? [restore] : []), ...guest];
  const reply = { name: 'reply', title: '回复', key: 'Enter r', open: () => show({ dialog: 'reply', comment: row }) };
  return state === 'held'
    ? [{ ...release, undo: hide.name, strong: true }, reply, removeWithUndo, ...guest]
    : [reply, ...(answers ? [] : [pinned ? unpin : pin]), hide, removeWithUndo, ...guest];
}

type Props = { comment: CommentRow; onClose: () => void; onDone: () => void };
type Fields = { text?: string };

/**
 * Answers a comment under one's own name; a held comment is released first, since the answer stands below it. It stays
 * released when the answer is refused, which the dialog then says.
 */
function ReplyDialog({ comment, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  // the key makes a retry after a failure idempotent
  const [key] = useState(() => crypto.randomUUID());
  const [isReleased, setReleased] = useState(false);
  const isHeld = comment.state === 'held' && !isReleased;
  const releaseAndPost = async (text: string) => {
    if (isHeld) setReleased((await api.comments.act({ body: { ids: [comment.id], act: 'release' } })).done > 0);
    await postReply(comment, text, key);
  };
  const submit = async ({ text = '' }: Fields) => {
    if (await save(() => releaseAndPost(text), isHeld ? '已通过并回复' : '已回复')) onDone();
  };
  return (
    <FormModal
      title={`回复 ${comment.author.nickname}`}
      okText={isHeld ? '通过并回复' : '回复'}
      form={form}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={isReleased ? onDone : onClose}
      above={<ReplyContext comment={comment} />}
      below={
        isReleased && !isSaving && <Alert type="warning" showIcon title="评论已通过，读者看得到了；回复还没有发出" />
      }
    >
      <Form.Item name="text" label="你的回复" rules={[{ required: true, whitespace: true, message: '评论不能为空' }]}>
        <Input.TextArea autoFocus rows={4} maxLength={longestComment} showCount />
      </Form.Item>
    </FormModal>
  );
}

async function postReply({ id, target }: CommentRow, text: string, key: string) {
  const where = target.kind === 'article' ? { articleId: target.id } : { sayId: target.id };
  await api.replies.post({ body: { ...where, text, replyTo: id, key } });
}

function ReplyContext({
  comment: { answers, text, pictures, author, mayDisable, target, path, createdAt },
}: Pick<Props, 'comment'>) {
  return (
    <div className="dialog-text ink-links">
      <p className="quiet">
        写在 <a href={path}>{target.title}</a>
      </p>
      {answers && (
        <p className="writing-text quiet">
          {answers.nickname}：{answers.text || '（已删除）'}
        </p>
      )}
      <p className="quiet">
        <Person {...author} /> <ShortTime time={createdAt} /> {mayDisable && <DisableAuthor author={author} />}
      </p>
      <p className="writing-text">{text}</p>
      {pictures.length > 0 && <p className="quiet">附了 {pictures.length} 张图</p>}
    </div>
  );
}

function DisableAuthor({ author }: { author: CommentRow['author'] }) {
  const { message } = App.useApp();
  const [isOpen, setOpen] = useState(false);
  const disable = async ({ writings, ...bar }: Disabling) => {
    await api.members.disable({ body: { id: author.id, ...bar } });
    await hideWritings(author.id, writings);
    setOpen(false);
    message.success(`已停用 ${author.nickname}`);
  };
  return (
    <>
      <Button size="small" type="text" danger onClick={() => setOpen(true)}>
        停用作者
      </Button>
      {isOpen && <DisableDialog who={author.nickname} disable={disable} close={() => setOpen(false)} />}
    </>
  );
}
