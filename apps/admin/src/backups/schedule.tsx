import type { SettingsGroupValue } from '@mojian/contract/admin/settings';
import { isFailure } from '@mojian/contract/failures';
import { App, Button, Form, InputNumber, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { failureWords } from '../failure-words.ts';
import { api } from '../http-api.ts';

type Plan = { every: 'never' | 'day' | 'week'; keep: number };

const periods = [
  { value: 'never', label: '不备份' },
  { value: 'day', label: '每天' },
  { value: 'week', label: '每周' },
];

/** How often the site backs itself up, and how many of these it keeps. */
export function Schedule() {
  const { message } = App.useApp();
  const [form] = Form.useForm<Plan>();
  const [group, setGroup] = useState<SettingsGroupValue>();
  const [isSaving, setSaving] = useState(false);

  const load = async () => {
    const found = (await api.settings.list()).find(({ name }) => name === 'backup');
    setGroup(found);
    form.setFieldsValue(found?.value as Plan);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    load().catch((error) => message.error(failureWords(error)));
  }, []);

  const save = async (value: Plan) => {
    if (!group) return;
    setSaving(true);
    try {
      setGroup(await api.settings.save({ body: { name: 'backup', value, version: group.version } }));
      message.success('保存好了');
    } catch (error) {
      await refused(error);
    }
    setSaving(false);
  };
  const refused = async (error: unknown) => {
    const field = isFailure(error) ? error.field?.split('.').at(-1) : undefined;
    if (field === 'every' || field === 'keep') return form.setFields([{ name: field, errors: [failureWords(error)] }]);
    message.error(failureWords(error));
    if (isFailure(error) && error.id === 'stale') await load();
  };

  return (
    <section className="backup-card">
      <h2>定时备份</h2>
      <p className="quiet">到时候自己备份，做完再试着恢复一遍。试过的最后一份，不管多旧都留着。</p>
      <Form form={form} layout="inline" onFinish={save} disabled={!group}>
        <Form.Item name="every" label="多久一次">
          <Segmented options={periods} />
        </Form.Item>
        <Form.Item name="keep" label="留最近">
          <InputNumber min={1} max={365} suffix="份" />
        </Form.Item>
        <Button htmlType="submit" loading={isSaving}>
          保存
        </Button>
      </Form>
    </section>
  );
}
