import { isFailure } from '@mojian/contract/failures';
import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useSave } from '../form/use-save.ts';
import { api } from '../http-api.ts';

type Props = { onClose: () => void; onSent: () => void };
type Fields = { whom: 'all' | 'one'; nickname?: string; title?: string; text?: string; link?: string };
type Audience = { count: number; to: { id: number; nickname: string } | null };

/** A system notice: written, looked at with whom it goes to, sent. */
export function NoticeForm({ onClose, onSent }: Props) {
  const [form] = Form.useForm<Fields>();
  const whom = Form.useWatch('whom', form) ?? 'all';
  const { save, isSaving } = useSave(form);
  const [audience, setAudience] = useState<Audience>();
  const look = async (fields: Fields) => {
    const missing = missingIn(fields);
    if (missing.length > 0) return form.setFields(missing);
    const { nickname = '' } = fields;
    try {
      setAudience(await api.notices.audience({ query: whom === 'one' ? { nickname } : {} }));
    } catch (error) {
      form.setFields([{ name: 'nickname', errors: [isFailure(error) ? error.message : '没有问到，请再试一次'] }]);
    }
  };
  const send = async () => {
    const { title = '', text = '', link = '' } = form.getFieldsValue();
    const body = { userId: audience?.to?.id ?? null, title, text, link };
    if (await save(() => api.notices.send({ body }), '半分钟后发出，在那之前可以撤回')) onSent();
    else setAudience(undefined);
  };
  return (
    <Modal
      open
      title={audience ? '发出之前看一看' : '写通知'}
      okText={audience ? '发出' : '预览'}
      cancelText={audience ? '回去改' : '取消'}
      okButtonProps={{ loading: isSaving }}
      onOk={() => (audience ? void send() : form.submit())}
      onCancel={() => (audience ? setAudience(undefined) : onClose())}
      maskClosable={false}
    >
      {audience && <Preview fields={form.getFieldsValue()} audience={audience} />}
      <Form
        form={form}
        layout="vertical"
        hidden={audience !== undefined}
        initialValues={{ whom: 'all' }}
        onFinish={look}
        requiredMark={false}
      >
        <Form.Item name="whom" label="发给">
          <Radio.Group
            options={[
              { value: 'all', label: '所有人' },
              { value: 'one', label: '一个人' },
            ]}
          />
        </Form.Item>
        {whom === 'one' && (
          <Form.Item name="nickname" label="昵称">
            <Input />
          </Form.Item>
        )}
        <Form.Item name="title" label="标题">
          <Input maxLength={60} showCount />
        </Form.Item>
        <Form.Item name="text" label="内容">
          <Input.TextArea rows={5} maxLength={500} showCount />
        </Form.Item>
        <Form.Item name="link" label="点开去哪里" extra="本站的地址，如 /article/1；可以不填。">
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function missingIn(fields: Fields) {
  const needed = { ...(fields.whom === 'one' && { nickname: '请输入昵称' }), title: '请输入标题', text: '请输入内容' };
  return Object.entries(needed)
    .filter(([name]) => (fields[name as 'title'] ?? '').trim() === '')
    .map(([name, words]) => ({ name: name as 'title', errors: [words] }));
}

function Preview({ fields: { title, text, link }, audience: { count, to } }: { fields: Fields; audience: Audience }) {
  return (
    <>
      <p>{to ? `只有${to.nickname}会收到。` : `${count} 人会收到。`}半分钟后发出，在那之前可以撤回。</p>
      <div className="letter">
        <b>{title}</b>
        <p className="written">{text}</p>
        {link && <p className="quiet">点开去 {link}</p>}
      </div>
    </>
  );
}
