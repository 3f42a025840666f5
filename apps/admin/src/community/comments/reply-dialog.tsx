import type { CommentRow } from '@mojian/contract/community/comments-admin';
import { longestComment } from '@mojian/contract/platform/rules';
import { App, Button, Form, Input } from 'antd';
import { useState } from 'react';
import type { Bar } from '../../members/members/bar-dialog.tsx';
import { DisableDialog } from '../../members/members/disable-dialog.tsx';
import { FormModal } from '../../platform/form/form-modal.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { api } from '../../platform/http-api.ts';
import { Person } from '../../platform/listing/writing-columns.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { When } from '../../platform/when.tsx';

type Props = { comment: CommentRow; onClose: () => void; onDone: () => void };
type Fields = { text?: string };

/** Answers a comment where it stands, under one's own name. What waits is shown to all first: an answer needs it there. */
export function ReplyDialog({ comment, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  // sent again after a failure, it is kept once
  const [key] = useState(() => crypto.randomUUID());
  const isHeld = comment.state === 'held';
  const submit = async ({ text = '' }: Fields) => {
    if (await save(() => reply(comment, text, key), isHeld ? '已通过并回复' : '已回复')) onDone();
  };
  return (
    <FormModal
      title={`回复 ${comment.author.nickname}`}
      okText={isHeld ? '通过并回复' : '回复'}
      form={form}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
      above={<Context comment={comment} />}
    >
      <Form.Item name="text" label="你的回复" rules={[{ required: true, whitespace: true, message: '评论不能为空' }]}>
        <Input.TextArea autoFocus rows={4} maxLength={longestComment} showCount />
      </Form.Item>
    </FormModal>
  );
}

async function reply({ id, state, target }: CommentRow, text: string, key: string) {
  if (state === 'held') await api.comments.act({ body: { ids: [id], act: 'release' } });
  const where = target.kind === 'article' ? { articleId: target.id } : { sayId: target.id };
  await api.replies.post({ body: { ...where, text, replyTo: id, key } });
}

/** What was said before, and where. */
function Context({ comment: { answers, text, pictures, author, target, path, createdAt } }: Pick<Props, 'comment'>) {
  return (
    <div className="letter">
      <p className="quiet">
        写在 <a href={path}>{target.title}</a>
      </p>
      {answers && (
        <p className="written quiet">
          {answers.nickname}：{answers.text || '（已删除）'}
        </p>
      )}
      <p className="quiet">
        <Person {...author} /> <When time={createdAt} /> <BarAuthor author={author} />
      </p>
      <p className="written">{text}</p>
      {pictures.length > 0 && <p className="quiet">附了 {pictures.length} 张图</p>}
    </div>
  );
}

/** Whoever only spoils the place is barred from here. */
function BarAuthor({ author }: { author: CommentRow['author'] }) {
  const { may, isDemo } = useOffice();
  const { message } = App.useApp();
  const [isOpen, setOpen] = useState(false);
  const disable = async (bar: Bar) => {
    await api.members.disable({ body: { id: author.id, ...bar } });
    setOpen(false);
    message.success(`已停用 ${author.nickname}`);
  };
  if (!may('users.manage') || isDemo) return null;
  return (
    <>
      <Button size="small" type="text" danger onClick={() => setOpen(true)}>
        停用作者
      </Button>
      {isOpen && <DisableDialog who={author.nickname} disable={disable} close={() => setOpen(false)} />}
    </>
  );
}
