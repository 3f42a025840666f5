import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Confirm } from '../../platform/form/confirm.tsx';
import { api } from '../../platform/http-api.ts';
import { When } from '../../platform/when.tsx';
import { wordsOf } from '../../platform/words-of.ts';
import { useAct } from './use-act.ts';

type Props = { member: MemberDetail; notes: NonNullable<MemberDetail['notes']>; onDone: () => void };

/** What the staff notes of a member; the member never sees it. */
export function UserNotes({ member, notes, onDone }: Props) {
  const act = useAct(onDone);
  return (
    <section className="user-card user-notes">
      <h2>备注</h2>
      {member.may.note && <NewNote id={member.id} onDone={onDone} />}
      {notes.length === 0 && <p className="none">还没有备注。只有管理的人看得到。</p>}
      <ul>
        {notes.map(({ id, author, text, createdAt, removable }) => (
          <li key={id}>
            <p>{text}</p>
            <small>
              {author} · <When time={createdAt} />
            </small>
            {removable && (
              <Confirm
                title="删除这条备注？删除后不能恢复。"
                onConfirm={() => act('备注已删除', () => api.members.removeNote({ query: { id } }))}
              >
                <Button type="text" size="small">
                  删除
                </Button>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewNote({ id, onDone }: { id: number; onDone: () => void }) {
  const [form] = Form.useForm<{ text: string }>();
  const [isBusy, setBusy] = useState(false);
  const save = async ({ text }: { text: string }) => {
    setBusy(true);
    try {
      await api.members.addNote({ body: { id, text: text ?? '' } });
      form.resetFields();
      onDone();
    } catch (error) {
      form.setFields([{ name: 'text', errors: [wordsOf(error)] }]);
    }
    setBusy(false);
  };
  return (
    <Form form={form} layout="vertical" onFinish={save}>
      <Form.Item name="text" label="写一条备注">
        <Input.TextArea rows={2} maxLength={1000} />
      </Form.Item>
      <Form.Item>
        <Button htmlType="submit" loading={isBusy}>
          保存
        </Button>
      </Form.Item>
    </Form>
  );
}
