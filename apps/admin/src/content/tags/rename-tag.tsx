import type { TagRow } from '@mojian/contract/content/tags-admin';
import { App, Form, Input, Modal } from 'antd';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Props = { tag: TagRow; onClose: (isDone: boolean) => void };

/** What was typed stays when it is refused, with the reason under it. */
export function RenameTag({ tag: { id, name: before }, onClose }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ name: string }>();
  const save = async ({ name }: { name: string }) => {
    try {
      await api.tags.rename({ body: { id, before, name } });
      message.success('已改名');
      onClose(true);
    } catch (error) {
      form.setFields([{ name: 'name', errors: [wordsOf(error)] }]);
    }
  };
  return (
    <Modal open title={`给「${before}」改名`} okText="保存" onOk={form.submit} onCancel={() => onClose(false)}>
      <Form form={form} layout="vertical" requiredMark={false} initialValues={{ name: before }} onFinish={save}>
        <Form.Item
          name="name"
          label="新的名字"
          extra="使用它的文章与草稿都会跟着改"
          rules={[{ required: true, whitespace: true, message: '请输入标签名' }]}
        >
          <Input maxLength={30} showCount autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  );
}
