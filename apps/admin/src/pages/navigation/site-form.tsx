import type { NavigationSiteRow } from '@mojian/contract/pages/navigation-admin';
import { Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/save-form.tsx';
import { SiteItems } from '../../platform/form/site-items.tsx';
import { api } from '../../platform/http-api.ts';

type Props = { groupId: number; site?: NavigationSiteRow; onClose: () => void; onDone: () => void };
type Fields = { name: string; url: string; info?: string; logo?: string };

export function SiteForm({ groupId, site, ...ends }: Props) {
  const known = site ? { id: site.id, version: site.version } : {};
  return (
    <SaveForm<Fields>
      {...ends}
      title={site ? '编辑网站' : '添加网站'}
      said="已保存"
      initial={site ?? {}}
      send={(fields) => api.navigation.saveSite({ body: { ...fields, groupId, ...known } })}
    >
      <SiteItems />
      <Form.Item name="logo" label="图标" extra="本站文件的地址，如 /files/…；不填就用站名的第一个字。">
        <Input inputMode="url" />
      </Form.Item>
    </SaveForm>
  );
}
