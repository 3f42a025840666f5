import type { CategoryRow } from '@mojian/contract/admin/categories';
import { isFailure } from '@mojian/contract/failures';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { api } from '../http-api.ts';

type Named = { name: string; intro: string };
type Props = { category: CategoryRow | undefined; onClose: () => void };

/** Makes a category, or changes one. What was typed stays when it is refused, and the field at fault says why. */
export function CategoryForm({ category, onClose }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Named>();
  const [isBusy, setBusy] = useState(false);

  const save = async (given: Named) => {
    setBusy(true);
    try {
      await send(category, given);
      message.success('保存了');
      onClose();
    } catch (error) {
      const field = isFailure(error) && (error.field === 'intro' ? 'intro' : 'name');
      form.setFields([{ name: field || 'name', errors: [(error as Error).message] }]);
    }
    setBusy(false);
  };

  return (
    <Modal
      open
      title={category ? '修改分类' : '新建分类'}
      okText="保存"
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={category ?? { intro: '' }}
        onFinish={save}
      >
        <Form.Item name="name" label="名字" rules={[{ required: true, whitespace: true, message: '请输入分类名' }]}>
          <Input maxLength={30} showCount autoFocus />
        </Form.Item>
        <Form.Item name="intro" label="简介" extra="写在分类页的名字下面，可以不写">
          <Input.TextArea maxLength={200} showCount rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

function send(category: CategoryRow | undefined, given: Named) {
  if (!category) return api.categories.create({ body: given });
  const { id, name, intro } = category;
  return api.categories.update({ body: { id, ...given, before: { name, intro } } });
}
