import type { KeptLetter } from '@mojian/contract/admin/outbox';
import { isFailure } from '@mojian/contract/failures';
import { App, Button, Empty, Modal, Result, Table } from 'antd';
import { useCallback, useState } from 'react';
import { api } from '../http-api.ts';
import { moment } from '../jobs/words.ts';
import { useOffice } from '../shell/use-office.ts';
import { useCall } from '../use-call.ts';

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
      message.error(isFailure(error) ? error.message : '没有取到，请再试一次');
    });

  return (
    <>
      <h2 className="part">没有寄出、留下的信</h2>
      {failure ? (
        <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />
      ) : (
        <Table<KeptLetter>
          rowKey="id"
          size="middle"
          className="sheet"
          loading={!answer}
          dataSource={answer?.records ?? []}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: answer ? <Empty description="没有留下的信" /> : ' ' }}
          pagination={{
            current: pageNo,
            pageSize: 10,
            total: answer?.total ?? 0,
            onChange: setPageNo,
            hideOnSinglePage: true,
          }}
          columns={[
            { title: '时间', render: (_, { createdAt }) => moment(createdAt) },
            { title: '写给', dataIndex: 'recipient' },
            { title: '题目', dataIndex: 'subject' },
            {
              title: '',
              render: (_, { id, subject }) =>
                may('letters.read') && (
                  <Button type="link" size="small" aria-label={`读：${subject}`} onClick={() => read(id)}>
                    读
                  </Button>
                ),
            },
          ]}
        />
      )}
      <Modal open={letter !== undefined} title={letter?.subject} footer={null} onCancel={() => setLetter(undefined)}>
        <p>写给 {letter?.recipient}</p>
        <pre className="kept-letter">{letter?.text}</pre>
      </Modal>
    </>
  );
}
