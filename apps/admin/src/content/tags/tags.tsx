import type { adminTags, TagRow } from '@mojian/contract/content/tags';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { useQuery } from '@tanstack/react-query';
import { App, Form, Input, Modal, Select } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../platform/http-api.ts';
import { useListDialog, useQuestion } from '../../platform/listing/dialogs.ts';
import { count, exported, type RowFields } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/office.tsx';

export function Component() {
  const isDemo = useOffice().role === 'demo';
  const navigate = useNavigate();
  const { open, show, round, ends } = useListDialog<TagRow>();
  const merging = useQuestion<number[], boolean>();
  const seen = useRef(new Map<number, TagRow>());
  // selected tags may be on another page
  const load = useCallback(async (query: Parameters<typeof api.tags.list>[0]) => {
    const page = await api.tags.list(query);
    for (const tag of page.records) seen.current.set(tag.id, tag);
    return page;
  }, []);

  const act = async (ids: number[], name: string) => {
    if (name === 'remove') return api.tags.act({ body: { ids, act: 'remove' } });
    return (await merging.ask(ids)) ? { done: ids.length, failed: [] } : undefined;
  };

  return (
    <>
      <Listing<TagRow>
        title="标签"
        none="还没有标签。写文章时加上的都会在这里"
        load={load}
        follows={['taxonomy', 'articles']}
        round={round}
        act={act}
        acts={acts}
        filters={filters}
        fields={fields}
        rowActs={(row) => [
          { name: 'articles', title: '文章', open: () => void navigate(`/articles?tagId=${row.id}`) },
          ...(isDemo ? [] : [{ name: 'rename', title: '改名', open: () => show(row) }]),
        ]}
      />
      {open && <RenameTagDialog tag={open} {...ends} />}
      {merging.question && (
        <MergeTagsDialog
          tags={merging.question.flatMap((id) => seen.current.get(id) ?? [])}
          onClose={() => merging.answer()}
          onDone={() => merging.answer(true)}
        />
      )}
    </>
  );
}

const acts = [
  { name: 'merge', title: '合并' },
  { name: 'remove', title: '删除', confirm: '只删除没有文章使用的标签。确定吗？' },
];

const filters = {
  text: '标签的名字',
  use: { label: '使用情况', options: { used: '使用中', unused: '未使用' } },
} satisfies FiltersFor<typeof api.tags.list>;

const fields: RowFields<TagRow> = {
  id: exported('编号'),
  name: { title: '名字', cell: (name) => <b>#{name}</b>, csv: (name) => name },
  articles: count('文章', '篇'),
};

type Preview = Reply<typeof adminTags.merge>;
type Ends = { onClose: () => void; onDone: () => void };

/** Chooses which tag remains and shows what the merge would change before it is done. */
function MergeTagsDialog({ tags, onClose, onDone }: Ends & { tags: TagRow[] }) {
  const { message } = App.useApp();
  const [into, setInto] = useState(tags[0]?.id ?? 0);
  const ids = tags.map(({ id }) => id);
  const { data: preview, error } = useQuery({
    queryKey: ['tags', 'merge', ids, into],
    queryFn: () => api.tags.merge({ body: { ids, into, try: true } }),
  });

  const merge = async () => {
    try {
      await api.tags.merge({ body: { ids, into } });
      onDone();
    } catch (error) {
      message.warning(errorText(error));
    }
  };
  return (
    <Modal open title="合并标签" okText="合并" okButtonProps={{ disabled: !preview }} onOk={merge} onCancel={onClose}>
      <p>保留哪一个：</p>
      <Select
        aria-label="保留的标签"
        className="dialog-choice"
        value={into}
        options={tags.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setInto}
      />
      <p role="status">{error ? errorText(error) : preview ? mergeText(preview) : '正在算会怎样……'}</p>
    </Modal>
  );
}

function mergeText({ into, gone, articles }: Preview) {
  return `${gone.map((name) => `「${name}」`).join('')}会消失，${articles} 篇文章改用「${into}」。合并之后不能拆开。`;
}

function RenameTagDialog({ tag: { id, name: before }, onClose, onDone }: Ends & { tag: TagRow }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<{ name: string }>();
  const save = async ({ name }: { name: string }) => {
    try {
      await api.tags.rename({ body: { id, before, name } });
      message.success('已改名');
      onDone();
    } catch (error) {
      form.setFields([{ name: 'name', errors: [errorText(error)] }]);
    }
  };
  return (
    <Modal open title={`给「${before}」改名`} okText="保存" onOk={form.submit} onCancel={onClose}>
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
