import type { KeptLetter } from '@mojian/contract/operations/outbox';
import { isFailure } from '@mojian/contract/platform/failures';
import type { Page } from '@mojian/contract/platform/fields';
import { App, Button, Empty, Modal, Pagination, Result, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { exactTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/use-office.ts';
import { useCall } from '../../platform/use-call.ts';

type Letter = Awaited<ReturnType<typeof api.outbox.letter>>;

/** Letters that stayed here because no mail server is set. Only the owner reads them. */
export function KeptLetters() {
  const { message } = App.useApp();
  const { may } = useOffice();
  const [pageNo, setPageNo] = useState(1);
  const [letter, setLetter] = useState<Letter>();
  const { answer, failure, reload } = useCall(
    useCallback(() => api.outbox.letters({ query: { pageNo, pageSize: 10 } }), [pageNo]),
  );
  const read = (id: number) =>
    api.outbox.letter({ query: { id } }).then(setLetter, (error) => {
      message.error(isFailure(error) ? error.message : '加载失败，请重试');
    });

  return (
    <section className="kept">
      <h2 className="part">没有寄出的信</h2>
      <p className="kept-how">
        没有发信服务器时，信留在这里。<Link to="/settings#set-mail">去设置发信服务器</Link>
      </p>
      {failure ? (
        <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />
      ) : (
        <Letters page={answer} onRead={may('letters.read') ? read : undefined} onPage={setPageNo} />
      )}
      <Modal open={letter !== undefined} title={letter?.subject} footer={null} onCancel={() => setLetter(undefined)}>
        <p className="kept-for">
          写给 {letter?.recipient} · {letter && exactTime(letter.createdAt)}
        </p>
        <pre className="kept-letter">{letter?.text}</pre>
      </Modal>
    </section>
  );
}

type Props = {
  page: Page<KeptLetter> | undefined;
  onRead: ((id: number) => void) | undefined;
  onPage: (pageNo: number) => void;
};

function Letters({ page, onRead, onPage }: Props) {
  if (!page) return <Skeleton active />;
  if (page.total === 0) return <Empty description="没有未寄出的信" />;
  return (
    <>
      <ul className="kept-letters">
        {page.records.map(({ id, recipient, subject, createdAt }) => (
          <li key={id}>
            <b>{subject}</b>
            <span>{recipient}</span>
            <time dateTime={createdAt}>{exactTime(createdAt)}</time>
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
