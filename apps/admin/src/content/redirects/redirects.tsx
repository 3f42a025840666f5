import { type RedirectRow, redirectFormats } from '@mojian/contract/content/redirects';
import { Icon } from '@mojian/ui/icon';
import { App, Button, Dropdown, Form, Input } from 'antd';
import { SaveForm } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { oneOf } from '../../platform/listing/actions.tsx';
import { saveFile } from '../../platform/listing/csv.ts';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { count, type RowFields, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { demoHint, useOffice } from '../../platform/shell/office.tsx';
import { PageTabs } from '../../platform/shell/page-tabs.tsx';
import { State } from '../../platform/state.tsx';
import { RedirectImport } from './redirect-import.tsx';
import './redirects.css';

export function Component() {
  const { isDemo } = useOffice();
  const { open, show, round, reload, ends } = useListDialog<{ row?: RedirectRow }>();
  return (
    <>
      <Listing<RedirectRow, 'remove' | 'restore'>
        title="旧地址"
        none="还没有旧地址。搬家、改别名之后，原来的网址都会在这里"
        round={round}
        load={api.redirects.list}
        follows={['redirects']}
        act={(ids, act) => api.redirects.act({ body: { ids, act } })}
        acts={[{ name: 'remove', title: '删除', key: 'd', undo: 'restore' }]}
        rowActs={(row) => [
          ...(isDemo ? [] : [{ name: 'edit', title: '编辑', key: 'Enter', open: () => show({ row }) }]),
          { name: 'remove', title: '删除', key: 'd', undo: 'restore' },
        ]}
        filters={filters}
        fields={fields}
        hasCsv={false}
        extra={
          <>
            <RedirectsNav here="/redirects" />
            <RedirectImport isDemo={isDemo} onDone={reload} />
            <RedirectExport />
            <Button type="primary" disabled={isDemo} title={isDemo ? demoHint : undefined} onClick={() => show({})}>
              添加旧地址
            </Button>
          </>
        }
      />
      {open && <RedirectForm row={open.row} {...ends} />}
    </>
  );
}

export function RedirectsNav({ here }: { here: string }) {
  const tabs = [
    { path: '/redirects', title: '旧地址' },
    { path: '/redirects/missed', title: '没找到的网址' },
  ];
  return <PageTabs label="旧地址与没找到的网址" tabs={tabs} here={here} />;
}

const sources = { renamed: '改名', import: '导入', manual: '手动' };

const filters = {
  text: '旧地址、新地址',
  source: { label: '来源', options: sources },
  by: { label: '排序', unset: '新的在前', options: { hits: '用得多的在前', unused: '还没有人用过的' } },
} satisfies FiltersFor<typeof api.redirects.list>;

const fields: RowFields<RedirectRow> = {
  path: { title: '旧地址', cell: (path) => <RedirectPath path={path} /> },
  target: { title: '通向', cell: (_, row) => <RedirectTarget {...row} /> },
  hits: count('用过', '次', { isTight: true }),
  lastHitAt: time('最近一次'),
  source: { title: '来源', isTight: true, cell: (source) => sources[source] },
};

export function RedirectPath({ path }: { path: string }) {
  return (
    <span className="redirect-path" title={path}>
      {path}
    </span>
  );
}

type TargetProps = Pick<RedirectRow, 'target' | 'title'> & { isBroken?: boolean };

/** A page of the site by its title and address, or an address elsewhere. */
export function RedirectTarget({ target, title, isBroken = false }: TargetProps) {
  const address = readable(target);
  return (
    <span className="redirect-target">
      {title && <b>{title}</b>}
      <a href={target} target="_blank" rel="noreferrer noopener" title={address}>
        {address}
      </a>
      {isBroken && <State tone="bad">页面已不在</State>}
    </span>
  );
}

function readable(target: string) {
  try {
    return decodeURI(target);
  } catch {
    return target;
  }
}

type FormProps = { row: RedirectRow | undefined; onClose: () => void; onDone: () => void };
type Fields = { from: string; to: string };

function RedirectForm({ row, ...ends }: FormProps) {
  const send = ({ from = '', to = '' }: Partial<Fields>) =>
    row
      ? api.redirects.change({ body: { id: row.id, before: { path: row.path, target: row.target }, from, to } })
      : api.redirects.add({ body: { from, to } });
  return (
    <SaveForm<Partial<Fields>>
      {...ends}
      title={row ? '编辑旧地址' : '添加旧地址'}
      said={row ? '已保存' : '已添加'}
      initial={row ? { from: row.path, to: readable(row.target) } : {}}
      send={send}
    >
      <Form.Item
        name="from"
        label="旧地址"
        extra="以 / 开头，或整个网址。大小写、末尾的 / 与 .html 不必管；问号后只认 ?p=12 这样指向一页的。"
      >
        <Input inputMode="url" autoCapitalize="off" placeholder="/2024/05/rain.html" />
      </Form.Item>
      <Form.Item name="to" label="新地址" extra="本站的页面，或别处的 http 网址。">
        <Input inputMode="url" autoCapitalize="off" placeholder="/article/12" />
      </Form.Item>
    </SaveForm>
  );
}

const formats = { csv: 'CSV 表格', json: 'Ghost 的 redirects.json', yaml: 'Ghost 的 redirects.yaml' };

function RedirectExport() {
  const { message } = App.useApp();
  const save = async (key: string) => {
    try {
      const format = oneOf(redirectFormats, key);
      const { name, text } = await api.redirects.export({ query: { format } });
      saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
    } catch (error) {
      message.error(`导出失败：${errorText(error)}`);
    }
  };
  const items = redirectFormats.map((key) => ({ key, label: formats[key] }));
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => void save(key) }}>
      <Button icon={<Icon name="down2" />}>导出</Button>
    </Dropdown>
  );
}
