import { isFailure } from '@mojian/contract/failures';
import { App, Button, Form, Input, Result, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { DemoHint } from '../demo-hint.tsx';
import { api } from '../http-api.ts';
import { useOffice } from '../shell/use-office.ts';
import { useCall } from '../use-call.ts';
import { Updates, type UpdatesProps } from './updates.tsx';

type Values = { maintenance: boolean; maintenanceText: string; updates: boolean; updatesUrl: string };

const load = async () => {
  const group = (await api.settings.list()).find(({ name }) => name === 'system');
  if (!group) throw new Error('没有 system 这一组设置');
  return group;
};

/** Closes the site to writing, and says whether it asks for newer versions. */
export function Maintenance(updates: UpdatesProps) {
  const { answer, failure, reload } = useCall(load);
  return (
    <section className="card s6">
      <header>
        <h2>维护与更新</h2>
      </header>
      <div className="in">
        {failure && !answer && (
          <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />
        )}
        {!answer && !failure && <Skeleton active />}
        {answer && (
          <Fields key={answer.version} value={answer.value as Values} version={answer.version} reload={reload} />
        )}
        {(answer?.value as Values | undefined)?.updates && <Updates {...updates} />}
      </div>
    </section>
  );
}

type Props = { value: Values; version: string; reload: () => void };

function Fields({ value, version, reload }: Props) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const { may } = useOffice();
  const [isSaving, setSaving] = useState(false);
  const mayChange = may('settings.change');

  const save = async (values: Values) => {
    setSaving(true);
    try {
      await api.settings.save({ body: { name: 'system', value: { ...value, ...values }, version } });
      message.success(saidOf(value, values));
      reload();
    } catch (error) {
      const { field, words } = told(error);
      if (field) form.setFields([{ name: field, errors: [words] }]);
      else message.error(words);
      if (isFailure(error) && error.id === 'stale') reload();
    }
    setSaving(false);
  };

  return (
    <Form form={form} layout="vertical" initialValues={value} disabled={!mayChange} onFinish={save}>
      <Form.Item
        name="maintenance"
        label="维护模式"
        valuePropName="checked"
        extra="读者照常阅读；除了管理的人，谁都不能写、不能改。"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="maintenanceText" label="告诉读者的话" extra="留空则说：本站正在维护，现在只能阅读，请稍后再来">
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="updates"
        label="每天看看有没有新版"
        valuePropName="checked"
        extra="关着的时候，站点谁也不问。打开之后每天问一次下面的网址。"
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="updatesUrl"
        label="问哪里"
        dependencies={['updates']}
        rules={[
          ({ getFieldValue }) => ({ required: getFieldValue('updates') === true, message: '请填写问哪里' }),
          { type: 'url', message: '须为 http 或 https 网址' },
        ]}
        extra="一个回答 JSON 的网址，里面有 version 或 tag_name"
      >
        <Input placeholder="https://" />
      </Form.Item>
      <DemoHint>
        {(isDemo) => (
          <Button type="primary" htmlType="submit" loading={isSaving} disabled={isDemo}>
            保存
          </Button>
        )}
      </DemoHint>
    </Form>
  );
}

function saidOf(before: Values, after: Values) {
  if (after.maintenance) return '保存好了，现在读者只能阅读';
  return before.maintenance ? '保存好了，读者又能写了' : '保存好了';
}

/** The field at fault, where one is, and what to say. */
function told(error: unknown) {
  if (!isFailure(error)) return { words: '没有保存，请再试一次' };
  return { field: error.field?.split('.')[1] as keyof Values | undefined, words: error.message };
}
