import type { LinkFields, LinkRow } from '@mojian/contract/pages/links';
import { Failure } from '@mojian/contract/platform/failures';
import { Button, Form, Input, Radio, Switch, Tooltip } from 'antd';
import { useState } from 'react';
import { PictureField } from '../../core/uploads/picture-field.tsx';
import { FormModal, SaveForm, SiteFields, useSave } from '../../platform/form/form.tsx';
import { api, errorText } from '../../platform/http-api.ts';
import { LinkButton, type RowAction } from '../../platform/listing/actions.tsx';
import { useListDialog } from '../../platform/listing/dialogs.ts';
import { exported, type RowFields, shownOnly, state, text, time } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { useOffice } from '../../platform/shell/office.tsx';
import { State } from '../../platform/state.tsx';
import { shortTime } from '../../platform/time.tsx';

const states = { pending: '待审核', approved: '已通过', refused: '已拒绝' };
const tones = { pending: 'wait', approved: 'ok', refused: 'off' } as const;
const removal = '删除之后，它不再在友链里，对方可以重新申请。确定吗？';

type Act = 'approve' | 'remove';

type OpenDialog = { kind: 'review' | 'edit'; link: LinkRow } | { kind: 'add' };

export function Component() {
  const { open, show, round, ends } = useListDialog<OpenDialog>();
  const isDemo = useOffice().role === 'demo';
  return (
    <>
      <Listing<LinkRow, Act>
        title="友链"
        none="还没有友链，也没有人申请"
        round={round}
        load={api.links.list}
        follows={['links']}
        act={(ids, act) => api.links.act({ body: { ids, act } })}
        acts={[
          { name: 'approve', title: '通过', confirm: '通过之后写进友链，并写信告诉对方。' },
          { name: 'remove', title: '删除', confirm: removal },
        ]}
        rowActs={(link) => rowActions(link, show)}
        filters={filters}
        fields={fields}
        extra={
          <>
            <LinkButton to="/links/order">调整顺序</LinkButton>
            <Button type="primary" disabled={isDemo} onClick={() => show({ kind: 'add' })}>
              添加友链
            </Button>
          </>
        }
      />
      {open?.kind === 'review' && <ReviewLink link={open.link} {...ends} />}
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <LinkForm link={open.kind === 'edit' ? open.link : undefined} {...ends} />
      )}
    </>
  );
}

const filters = {
  text: '站名、网址',
  state: { label: '状态', options: states },
  health: { label: '连通', options: { away: '连不上' } },
} satisfies FiltersFor<typeof api.links.list>;

const fields: RowFields<LinkRow> = {
  id: exported('编号'),
  name: { title: '站点', cell: (_, link) => <LinkSummary link={link} />, csvTitle: '站名', csv: (name) => name },
  url: exported('网址'),
  info: exported('简介'),
  groupName: text('分组', { isTight: true }),
  email: exported('邮箱'),
  state: state('状态', states, tones),
  reachable: {
    title: '连通',
    isTight: true,
    cell: (_, link) => <Reachability link={link} />,
    csv: (_, link) => reachabilityOf(link).words,
  },
  createdAt: shownOnly(time('时间')),
};

function rowActions(link: LinkRow, open: (what: OpenDialog) => void): RowAction<Act>[] {
  return [
    ...(link.state === 'pending'
      ? [{ name: 'review', title: '审核', strong: true, key: 'Enter', open: () => open({ kind: 'review', link }) }]
      : []),
    { name: 'edit', title: '编辑', key: 'Enter', open: () => open({ kind: 'edit', link }) },
    { name: 'remove', title: '删除', confirm: removal, key: 'd' },
  ];
}

function LinkSummary({ link: { name, url, info, email, state, reason } }: { link: LinkRow }) {
  return (
    <div className="listing-site">
      <b>{name}</b>
      <a className="listing-site-address" href={url} title={url} target="_blank" rel="noreferrer noopener">
        {url}
      </a>
      <span className="writing-text quiet">{[info, email].filter(Boolean).join(' · ')}</span>
      {state === 'refused' && <span className="writing-text quiet">原因：{reason}</span>}
    </div>
  );
}

/** Describes the last check; a site counts as gone after several failures. */
function reachabilityOf({ reachable, failures, checkedAt }: LinkRow) {
  if (checkedAt === null) return { tone: 'off', words: '未检查' } as const;
  if (!reachable) return { tone: 'bad', words: '连不上' } as const;
  return failures > 0 ? ({ tone: 'wait', words: '上次没连上' } as const) : ({ tone: 'ok', words: '正常' } as const);
}

function Reachability({ link }: { link: LinkRow }) {
  if (link.state !== 'approved') return null;
  const { tone, words } = reachabilityOf(link);
  return (
    <Tooltip title={link.checkedAt ? `${shortTime(link.checkedAt)} 检查过` : '每天检查一次'}>
      <span>
        <State tone={tone}>{words}</State>{' '}
        {link.failures > 1 && <span className="writing-place quiet">接连 {link.failures} 次</span>}
      </span>
    </Tooltip>
  );
}

type Props = { link: LinkRow | undefined; onClose: () => void; onDone: () => void };

function LinkForm({ link, ...ends }: Props) {
  const hasNews = useOffice().has('neighbours');
  const stored: Partial<LinkFields> = { feedUrl: link?.feedUrl ?? '', readsFeed: link?.readsFeed ?? true };
  const send = (filled: LinkFields) => {
    const fields = { ...stored, ...filled }; // fields of its feed are not in the form while 友邻 is off
    return link
      ? api.links.change({ body: { ...fields, id: link.id, version: link.version } })
      : api.links.add({ body: fields });
  };
  return (
    <SaveForm<LinkFields>
      {...ends}
      title={link ? '编辑友链' : '添加友链'}
      said={link ? '已保存' : '已添加'}
      initial={link ?? { readsFeed: true }}
      send={send}
    >
      <SiteFields />
      <Form.Item name="avatar" label="头像" extra="选一张图，或填对方头像的地址：本站会留一份，读者不会向对方要。">
        <PictureField shape="round" label="头像" hasAddress />
      </Form.Item>
      <Form.Item name="groupName" label="分组">
        <Input />
      </Form.Item>
      <Form.Item name="email" label="邮箱" extra="只有后台看得到。">
        <Input inputMode="email" />
      </Form.Item>
      {hasNews && <FeedFields link={link} />}
    </SaveForm>
  );
}

/** Source of a friend's new articles, and whether they are read. */
function FeedFields({ link }: Pick<Props, 'link'>) {
  return (
    <>
      <Form.Item
        name="readsFeed"
        label="读它的新文章"
        valuePropName="checked"
        extra="对方不想出现在「友邻」里，就关掉。"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="feedUrl" label="订阅地址" extra={link ? feedWords(link) : '不填就自己去找。'}>
        <Input inputMode="url" placeholder={link?.feed?.url || '不填就自己去找'} />
      </Form.Item>
    </>
  );
}

/** Says how the last reading of the feed went. */
function feedWords({ readsFeed, feed }: LinkRow) {
  if (!readsFeed) return '没有读它的新文章。';
  if (!feed) return '还没有去读，一小时之内会读一次。';
  const read = feed.readAt ? `上次读到：${shortTime(feed.readAt)}。` : '';
  return feed.failure ? `${read}最近一次没读到：${feed.failure}。` : read || '还没有去读。';
}

type ReviewLinkProps = { link: LinkRow; onClose: () => void; onDone: () => void };
type Fields = { act: 'approve' | 'refuse'; groupName?: string; reason?: string };

function ReviewLink({ link, onClose, onDone }: ReviewLinkProps) {
  const [form] = Form.useForm<Fields>();
  const act = Form.useWatch('act', form) ?? 'approve';
  const { save, isSaving } = useSave(form);
  const submit = async ({ groupName = '', reason = '' }: Fields) => {
    const decide = async () => {
      const { failed } = await api.links.act({ body: { ids: [link.id], act, groupName, reason } });
      if (failed[0]) throw new Failure('already-done', failed[0].why);
    };
    if (act === 'refuse' && reason.trim() === '') {
      form.setFields([{ name: 'reason', errors: ['请写下原因'] }]);
      return;
    }
    if (await save(decide, act === 'approve' ? '已通过，信已寄出' : '已拒绝，信已寄出')) onDone();
  };
  return (
    <FormModal
      title={`审核「${link.name}」`}
      okText={act === 'approve' ? '通过' : '拒绝'}
      form={form}
      initial={{ act: 'approve' }}
      isSaving={isSaving}
      onSubmit={submit}
      onClose={onClose}
      above={
        <>
          <p>
            <a href={link.url} target="_blank" rel="noreferrer noopener">
              {link.url}
            </a>
          </p>
          <p className="writing-text">{link.info}</p>
        </>
      }
      below={<MailPreview id={link.id} act={act} reasonOf={() => form.getFieldValue('reason') ?? ''} />}
    >
      <Form.Item name="act" label="决定">
        <Radio.Group
          options={[
            { value: 'approve', label: '通过' },
            { value: 'refuse', label: '拒绝' },
          ]}
        />
      </Form.Item>
      {act === 'approve' ? (
        <Form.Item name="groupName" label="分组">
          <Input placeholder="可以不填" />
        </Form.Item>
      ) : (
        <Form.Item name="reason" label="原因" required extra="会写进给对方的信里。">
          <Input.TextArea rows={3} />
        </Form.Item>
      )}
    </FormModal>
  );
}

type MailPreviewProps = { id: number; act: Fields['act']; reasonOf: () => string };
type MailText = { to: string; subject: string; lines: string[] };

function MailPreview({ id, act, reasonOf }: MailPreviewProps) {
  const [mail, setMail] = useState<MailText | string>();
  const look = () =>
    api.links.letter({ query: { id, act, reason: reasonOf() } }).then(setMail, (error) => setMail(errorText(error)));
  return (
    <>
      <Button size="small" onClick={look}>
        预览邮件
      </Button>
      <div aria-live="polite">
        {typeof mail === 'string' && <p>{mail}</p>}
        {typeof mail === 'object' && (
          <div className="dialog-text ink-links">
            <p className="quiet">寄给 {mail.to || '（没有留邮箱，不寄）'}</p>
            <b>{mail.subject}</b>
            {mail.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
      </div>
    </>
  );
}
