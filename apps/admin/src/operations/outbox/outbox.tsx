import type { OutboxEntry, StoredMail } from '@mojian/contract/operations/system';
import { isFailure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import { kinds } from '@mojian/contract/platform/outbox-kinds';
import { App, Button, Empty, Modal, Pagination, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { exported, type RowFields, state, text } from '../../platform/listing/fields.tsx';
import type { FiltersFor } from '../../platform/listing/filters.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import { useAnswer } from '../../platform/query.ts';
import { useOffice } from '../../platform/shell/office.tsx';
import { timeWithSeconds } from '../../platform/time.tsx';
import './outbox.css';

const states = { waiting: '等待中', failing: '等待重试', 'given-up': '不再重试' };
const tones = { waiting: 'off', failing: 'warn', 'given-up': 'bad' } as const;

const filters = {
  state: { label: '状态', options: states },
  kind: { label: '类别', options: kinds },
} satisfies FiltersFor<typeof api.outbox.list>;

const fields: RowFields<OutboxEntry> = {
  id: exported('编号'),
  kind: {
    title: '任务',
    cell: (_, entry) => <EntryName {...entry} />,
    csv: (kind, { about }) => `${kinds[kind] ?? kind}${about}`,
  },
  state: state('状态', states, tones),
  attempts: { title: '已试次数', cell: (attempts) => `${attempts} 次`, csv: (attempts) => attempts },
  dueAt: { title: '下次重试', cell: (dueAt) => (dueAt ? timeWithSeconds(dueAt) : '—') },
  failure: text('失败原因', { width: 420, ellipsis: true }),
};

export function Component() {
  return (
    <div className="outbox">
      <Listing<OutboxEntry, 'retry' | 'drop'>
        title="发件箱"
        none="没有等待执行或等待重试的任务"
        load={api.outbox.list}
        follows="everything"
        act={(ids, act) => api.outbox.act({ body: { ids, act } })}
        acts={[
          { name: 'retry', title: '重试' },
          { name: 'drop', title: '放弃', confirm: '放弃之后不会再执行，也不能恢复。确定吗？' },
        ]}
        filters={filters}
        fields={fields}
      />
      <SentMails />
      <UnsentMails />
    </div>
  );
}

function EntryName({ kind, about }: OutboxEntry) {
  return (
    <>
      {kinds[kind] ?? kind}
      {about && <small className="outbox-about">{about}</small>}
    </>
  );
}

const sentShown = 8;

/** Lists how the newest mails ended. */
function SentMails() {
  const { answer } = useAnswer(['outbox', 'sent'], () => api.outbox.sent());
  const [isWhole, setWhole] = useState(false);
  if (!answer || answer.length === 0) return null;
  return (
    <section className="outbox-unsent">
      <h2 className="section-head">最近的信</h2>
      {answer[0]?.failure && (
        <p className="outbox-note ink-links">
          最近一封没有寄出。<Link to="/settings#set-mail">核对发信服务器</Link>
        </p>
      )}
      <ul className="rows card outbox-mails outbox-sent">
        {answer.slice(0, isWhole ? answer.length : sentShown).map(({ at, recipient, subject, failure }) => (
          <li key={`${at} ${recipient}`}>
            <b>{subject}</b>
            <span>{recipient}</span>
            <span className={failure ? 'state state-bad' : 'state state-ok'}>{failure || '已寄出'}</span>
            <time dateTime={at}>{timeWithSeconds(at)}</time>
          </li>
        ))}
      </ul>
      {!isWhole && answer.length > sentShown && <Button onClick={() => setWhole(true)}>显示全部</Button>}
    </section>
  );
}

type Mail = Awaited<ReturnType<typeof api.outbox.letter>>;

function UnsentMails() {
  const { message } = App.useApp();
  const { may } = useOffice();
  const [pageNo, setPageNo] = useState(1);
  const [mail, setMail] = useState<Mail>();
  const { answer, failure, reload } = useAnswer(['outbox', 'mails', pageNo], () =>
    api.outbox.letters({ query: { pageNo, pageSize: 10 } }),
  );
  const read = (id: number) =>
    api.outbox.letter({ query: { id } }).then(setMail, (error) => {
      message.error(isFailure(error) ? error.message : '加载失败，请重试');
    });

  return (
    <section className="outbox-unsent">
      <h2 className="section-head">留在站里的信</h2>
      <p className="outbox-note ink-links">
        没有发信服务器时，信不寄出去，留在这里。<Link to="/settings#set-mail">去设置发信服务器</Link>
      </p>
      {failure ? (
        <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />
      ) : (
        <MailList page={answer} onRead={may('letters.read') ? read : undefined} onPage={setPageNo} />
      )}
      <Modal open={mail !== undefined} title={mail?.subject} footer={null} onCancel={() => setMail(undefined)}>
        <p className="quiet outbox-recipient">
          写给 {mail?.recipient} · {mail && timeWithSeconds(mail.createdAt)}
        </p>
        <pre className="outbox-mail">{mail?.text}</pre>
      </Modal>
    </section>
  );
}

type Props = {
  page: Page<StoredMail> | undefined;
  onRead: ((id: number) => void) | undefined;
  onPage: (pageNo: number) => void;
};

function MailList({ page, onRead, onPage }: Props) {
  if (!page) return <Skeleton active />;
  if (page.total === 0) return <Empty description="没有留下的信" />;
  return (
    <>
      <ul className="rows card outbox-mails">
        {page.records.map(({ id, recipient, subject, createdAt }) => (
          <li key={id}>
            <b>{subject}</b>
            <span>{recipient}</span>
            <time dateTime={createdAt}>{timeWithSeconds(createdAt)}</time>
            {onRead && (
              <Button type="link" size="small" aria-label={`查看：${subject}`} onClick={() => onRead(id)}>
                查看
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pagination
        align="end"
        current={page.pageNo}
        pageSize={page.pageSize}
        total={page.total}
        onChange={onPage}
        hideOnSinglePage
        showSizeChanger={false}
      />
    </>
  );
}
