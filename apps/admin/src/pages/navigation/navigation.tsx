import type { NavigationGroupRow, NavigationSiteRow } from '@mojian/contract/pages/navigation';
import { App, Button, Empty, Form, Input, Result } from 'antd';
import { useRef, useState } from 'react';
import { PictureField } from '../../core/uploads/picture-field.tsx';
import { Confirm, SaveForm, SiteFields } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { UpdateNotice } from '../../platform/listing/use-listing.tsx';
import { GroupedOrder } from '../../platform/ordering/grouped-order.tsx';
import type { Group } from '../../platform/ordering/move.ts';
import { useOrdered } from '../../platform/ordering/use-ordered.ts';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import '../../platform/listing/actions.css';

type OpenDialog =
  | { kind: 'group'; group?: NavigationGroupRow }
  | { kind: 'site'; groupId: number; site?: NavigationSiteRow };
type Sites = Group<NavigationSiteRow>;

export function Component() {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const list = useRef<HTMLDivElement>(null);
  const { shown: groups, failure, reload, order, ...news } = useOrdered(navigationOrder, list);
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    void reload();
  };
  const attempt = (act: Promise<unknown>) => act.catch((error) => message.error(errorText(error))).then(reload);
  const arrange = (next: Sites[]) => {
    const body = { groups: next.map(({ key, items }) => ({ id: Number(key), siteIds: items.map(({ id }) => id) })) };
    order(inOrder(groups ?? [], next), () => api.navigation.arrange({ body }));
  };

  if (failure) return <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />;
  return (
    <>
      <NavigationHead isDemo={isDemo} onAdd={() => setOpen({ kind: 'group' })} />
      {groups?.length === 0 && <Empty description="导航还是空的，先新建一个分组" />}
      <UpdateNotice isDue={news.hasUpdates} catchUp={news.catchUp} />
      {groups && (
        <GroupedOrder
          list={list}
          groups={groups.map((group) => ({ key: String(group.id), name: group.name, items: group.sites }))}
          onChange={arrange}
          hint={isDemo ? demoHint : ''}
          groupActs={({ key, name, items }) => (
            <ItemActions
              name={name}
              warning={`「${name}」连同里面的 ${items.length} 个站都会删除，不能恢复。确定吗？`}
              onAdd={() => setOpen({ kind: 'site', groupId: Number(key) })}
              onEdit={() => setOpen({ kind: 'group', ...groupProps(groups, Number(key)) })}
              onRemove={() => attempt(api.navigation.removeGroup({ query: { id: Number(key) } }))}
            />
          )}
          itemNote={({ url, clicks }) => `${new URL(url).host} · 点过 ${clicks} 次`}
          itemActs={(site) => (
            <ItemActions
              name={site.name}
              warning={`删除「${site.name}」？它的点击数也没有了。`}
              onEdit={() => setOpen({ kind: 'site', groupId: site.groupId, site })}
              onRemove={() => attempt(api.navigation.removeSite({ query: { id: site.id } }))}
            />
          )}
        />
      )}
      {open?.kind === 'group' && <GroupForm group={open.group} onClose={close} onDone={done} />}
      {open?.kind === 'site' && <SiteForm {...open} onClose={close} onDone={done} />}
    </>
  );
}

function NavigationHead({ isDemo, onAdd }: { isDemo: boolean; onAdd: () => void }) {
  return (
    <div className="page-head">
      <h1>导航</h1>
      <p>拖动，或用上移下移；排好就生效。</p>
      <div className="page-acts">
        <Button type="primary" disabled={isDemo} onClick={onAdd}>
          新建分组
        </Button>
      </div>
    </div>
  );
}

function groupProps(groups: NavigationGroupRow[], id: number) {
  const group = groups.find((one) => one.id === id);
  return group ? { group } : {};
}

const navigationOrder = {
  queryKey: ['navigation'],
  load: () => api.navigation.list(),
  follows: ['navigation'] as const,
};

function inOrder(groups: NavigationGroupRow[], next: Sites[]) {
  return next.flatMap(({ key, items }) => {
    const id = Number(key);
    const group = groups.find((one) => one.id === id);
    return group ? { ...group, sites: items.map((site) => ({ ...site, groupId: id })) } : [];
  });
}

type ItemActionsProps = { name: string; warning: string; onAdd?: () => void; onEdit: () => void; onRemove: () => void };

function ItemActions({ name, warning, onAdd, onEdit, onRemove }: ItemActionsProps) {
  const isDemo = useOffice().role === 'demo';
  return (
    <span className="row-acts">
      {onAdd && (
        <button
          type="button"
          className="row-acts-strong"
          disabled={isDemo}
          onClick={onAdd}
          aria-label={`添加网站：${name}`}
        >
          添加网站
        </button>
      )}
      <button type="button" onClick={onEdit} aria-label={`编辑 ${name}`}>
        编辑
      </button>
      <Confirm title={warning} onConfirm={onRemove} disabled={isDemo}>
        <button type="button" disabled={isDemo} aria-label={`删除 ${name}`}>
          删除
        </button>
      </Confirm>
    </span>
  );
}

type Props = { group: NavigationGroupRow | undefined; onClose: () => void; onDone: () => void };

function GroupForm({ group, ...ends }: Props) {
  const known = group ? { id: group.id, version: group.version } : {};
  return (
    <SaveForm<{ name?: string }>
      {...ends}
      title={group ? '编辑分组' : '新建分组'}
      said="已保存"
      initial={group ?? {}}
      send={({ name = '' }) => api.navigation.saveGroup({ body: { name, ...known } })}
    >
      <Form.Item name="name" label="组名" required>
        <Input />
      </Form.Item>
    </SaveForm>
  );
}

type SiteFormProps = { groupId: number; site?: NavigationSiteRow; onClose: () => void; onDone: () => void };
type Fields = { name: string; url: string; info?: string; logo?: string };

function SiteForm({ groupId, site, ...ends }: SiteFormProps) {
  const known = site ? { id: site.id, version: site.version } : {};
  return (
    <SaveForm<Fields>
      {...ends}
      title={site ? '编辑网站' : '添加网站'}
      said="已保存"
      initial={site ?? {}}
      send={(fields) => api.navigation.saveSite({ body: { ...fields, groupId, ...known } })}
    >
      <SiteFields />
      <Form.Item name="logo" label="图标" extra="不选就用站名的第一个字。">
        <PictureField shape="small" label="图标" />
      </Form.Item>
    </SaveForm>
  );
}
