import { App, Button, Modal, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { demoHint } from '../listing/row-acts.tsx';
import { useOffice } from '../shell/use-office.ts';
import { useCall } from '../use-call.ts';
import { wordsOf } from '../words-of.ts';
import { OrderList } from './order-list.tsx';

type Item = { id: number; name: string; more?: React.ReactNode };
type Props = {
  title: string;
  /** Said while there is nothing to put in order. */
  empty: string;
  note?: string;
  load: () => Promise<Item[]>;
  send: (ids: number[]) => Promise<unknown>;
  onClose: (isDone: boolean) => void;
};

/** Puts a few things in order; nothing changes before it is saved. */
export function OrderDialog({ title, empty, note, load, send, onClose }: Props) {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const { answer, failure, reload } = useCall(load);
  const [ids, setIds] = useState<number[]>();
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    if (!ids) return onClose(false);
    setSaving(true);
    try {
      await send(ids);
      message.success('排好了');
      onClose(true);
    } catch (error) {
      message.warning(wordsOf(error));
      setIds(undefined);
      reload(); // others may have changed what is in it
    }
    setSaving(false);
  };
  const items = inOrder(answer ?? [], ids);
  return (
    <Modal
      open
      title={title}
      okText="保存"
      confirmLoading={isSaving}
      okButtonProps={{ disabled: isDemo || !ids, ...(isDemo && { title: demoHint }) }}
      maskClosable={false}
      onOk={save}
      onCancel={() => onClose(false)}
    >
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>再试一次</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {answer?.length === 0 && <p className="quiet">{empty}</p>}
      {items.length > 0 && note && <p className="quiet">{note}</p>}
      {items.length > 0 && <OrderList items={items} isFixed={isDemo} onChange={setIds} />}
    </Modal>
  );
}

/** As chosen here; what came meanwhile stands at the end. */
function inOrder(items: Item[], ids: number[] | undefined) {
  if (!ids) return items;
  const placeOf = ({ id }: Item) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
