import type { LinkRow } from '@mojian/contract/pages/links-admin';
import { Failure } from '@mojian/contract/platform/failures';
import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { FormModal } from '../../platform/form/form-modal.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Props = { link: LinkRow; onClose: () => void; onDone: () => void };
type Fields = { act: 'approve' | 'refuse'; groupName?: string; reason?: string };

/** Decides of an application. The letter can be read before it goes out. */
export function ReviewLink({ link, onClose, onDone }: Props) {
  const [form] = Form.useForm<Fields>();
  const act = Form.useWatch('act', form) ?? 'approve';
  const { save, isSaving } = useSave(form);
  const submit = async ({ groupName = '', reason = '' }: Fields) => {
    const decide = async () => {
      const { failed } = await api.links.act({ body: { ids: [link.id], act, groupName, reason } });
      if (failed[0]) throw new Failure('already-done', failed[0].why);
    };
    if (act === 'refuse' && reason.trim() === '') {
      form.setFields([{ name: 'reason', errors: ['请写下原因'] }]);
      return;
    }
    if (await save(decide, act === 'approve' ? '已通过，信已寄出' : '已拒绝，信已寄出')) onDone();
  };
  return (
    <FormModal
      title={`审核「${link.name}」`}
      okText={act === 'approve' ? '通过' : '拒绝'}
      form={form}
      initial={{ act: 'approve' }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
      above={
        <>
          <p>
            <a href={link.url} target="_blank" rel="noreferrer noopener">
              {link.url}
            </a>
          </p>
          <p className="written">{link.info}</p>
        </>
      }
      below={<Letter id={link.id} act={act} reasonOf={() => form.getFieldValue('reason') ?? ''} />}
    >
      <Form.Item name="act" label="决定">
        <Radio.Group
          options={[
            { value: 'approve', label: '通过' },
            { value: 'refuse', label: '拒绝' },
          ]}
        />
      </Form.Item>
      {act === 'approve' ? (
        <Form.Item name="groupName" label="分组">
          <Input placeholder="可以不填" />
        </Form.Item>
      ) : (
        <Form.Item name="reason" label="原因" extra="会写进给对方的信里。">
          <Input.TextArea rows={3} />
        </Form.Item>
      )}
    </FormModal>
  );
}

type Asked = { id: number; act: Fields['act']; reasonOf: () => string };
type Shown = { to: string; subject: string; lines: string[] };

function Letter({ id, act, reasonOf }: Asked) {
  const [letter, setLetter] = useState<Shown | string>();
  const look = () =>
    api.links.letter({ query: { id, act, reason: reasonOf() } }).then(setLetter, (error) => setLetter(wordsOf(error)));
  return (
    <>
      <Button size="small" onClick={look}>
        预览邮件
      </Button>
      <div aria-live="polite">
        {typeof letter === 'string' && <p>{letter}</p>}
        {typeof letter === 'object' && (
          <div className="letter">
            <p className="quiet">寄给 {letter.to || '（没有留邮箱，不寄）'}</p>
            <b>{letter.subject}</b>
            {letter.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
      </div>
    </>
  );
}
