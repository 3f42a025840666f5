import type { LinkFields, LinkRow } from '@mojian/contract/pages/links-admin';
import { Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/save-form.tsx';
import { SiteItems } from '../../platform/form/site-items.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { link: LinkRow | undefined; onClose: () => void; onDone: () => void };

/** Adds a friend, or changes what is told of one. */
export function LinkForm({ link, ...ends }: Props) {
  const send = (fields: LinkFields) =>
    link
      ? api.links.change({ body: { ...fields, id: link.id, version: link.version } })
      : api.links.add({ body: fields });
  return (
    <SaveForm<LinkFields>
      {...ends}
      title={link ? '编辑友链' : '添加友链'}
      said={link ? '已保存' : '已添加'}
      initial={link ?? {}}
      send={send}
    >
      <SiteItems />
      <Form.Item name="avatar" label="头像地址" extra="本站会留一份，读者不会向对方要。">
        <Input inputMode="url" />
      </Form.Item>
      <Form.Item name="groupName" label="分组">
        <Input />
      </Form.Item>
      <Form.Item name="email" label="邮箱" extra="只有后台看得到。">
        <Input inputMode="email" />
      </Form.Item>
    </SaveForm>
  );
}
