import type { AccessKey } from '@mojian/contract/core/access-keys';
import { type KeyScope, keyScopeNames, keyScopes } from '@mojian/contract/platform/key-scopes';
import { Checkbox, Form, Input, Segmented } from 'antd';
import { FormModal, useSave } from '../../platform/form/form.tsx';
import { api } from '../../platform/http-api.ts';

type Made = { name: string; key: string };
/** `known`: the key that is changed; a new one without. */
type Props = { known: AccessKey | undefined; close: () => void; done: (made?: Made) => void };
type Fields = { name: string; scopes: KeyScope[]; days: number };

const forever = 0;
const terms = [
  { value: 90, label: '三个月' },
  { value: 365, label: '一年' },
  { value: forever, label: '不到期' },
];

/** Makes a key, or changes what one may do. */
export function KeyForm({ known, close, done }: Props) {
  const [form] = Form.useForm<Fields>();
  const { save, isSaving } = useSave(form);
  const submit = async ({ name, scopes, days }: Fields) => {
    let made: Made | undefined;
    const isDone = await save(
      async () => {
        if (known) await api.accessKeys.change({ body: { id: known.id, name, scopes } });
        else made = await api.accessKeys.add({ body: { name, scopes, days: days === forever ? null : days } });
      },
      known ? '已修改' : '做好了',
    );
    if (isDone) done(made);
  };
  return (
    <FormModal<Fields>
      title={known ? `改「${known.name}」` : '新钥匙'}
      okText={known ? '保存' : '做一把'}
      form={form}
      initial={{ name: known?.name ?? '', scopes: known?.scopes ?? ['read'], days: 365 }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={close}
      below={<p className="access-key-never">钥匙删不了东西、改不了设置、看不到别人的邮箱。</p>}
    >
      <Form.Item name="name" label="给谁用" required>
        <Input placeholder="快捷指令、Obsidian、我的助手……" maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name="scopes" label="能做什么">
        <Checkbox.Group className="access-key-choices">
          {keyScopeNames.map((scope) => (
            <Checkbox key={scope} value={scope}>
              {keyScopes[scope].title}
              <small>{keyScopes[scope].about}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {!known && (
        <Form.Item name="days" label="多久到期">
          <Segmented options={terms} />
        </Form.Item>
      )}
    </FormModal>
  );
}
