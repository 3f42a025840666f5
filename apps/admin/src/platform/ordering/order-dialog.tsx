import { isFailure } from '@mojian/contract/platform/failures';
import { App, Button, Modal, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { demoHint } from '../listing/row-acts.tsx';
import { useOffice } from '../shell/use-office.ts';
import { useCall } from '../use-call.ts';
import { wordsOf } from '../words-of.ts';
import { OrderList } from './order-list.tsx';

export type OrderedItem = { id: number; name: string; more?: React.ReactNode };
type Props = {
  title: string;
  /** Said while there is nothing to put in order. */
  empty: string;
  note?: string;
  load: () => Promise<OrderedItem[]>;
  /** `before`: as they were loaded. */
  send: (ids: number[], before: number[]) => Promise<unknown>;
  /** Finds others to add. With it each may be taken out too. */
  picker?: (taken: number[], add: (item: OrderedItem) => void) => React.ReactNode;
  onClose: (isDone: boolean) => void;
};

/** Puts a few things in order, adds and takes out; nothing changes before it is saved. */
export function OrderDialog({ title, empty, note, load, send, picker, onClose }: Props) {
  const { message } = App.useApp();
  const isDemo = useOffice().role === 'demo';
  const { answer, failure, reload } = useCall(load);
  const [changed, setChanged] = useState<OrderedItem[]>();
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    if (!changed || !answer) return onClose(false);
    setSaving(true);
    try {
      await send(idsOf(changed), idsOf(answer));
      message.success(picker ? '已保存' : '已保存');
      onClose(true);
    } catch (error) {
      message.warning(wordsOf(error));
      if (!isFailure(error) || error.id !== 'unavailable') {
        setChanged(undefined);
        reload(); // others may have changed what is in it
      }
    }
    setSaving(false);
  };
  const items = changed ?? answer ?? [];
  const order = (ids: number[]) => setChanged(ids.flatMap((id) => items.filter((item) => item.id === id)));
  const remove = (id: number) => setChanged(items.filter((item) => item.id !== id));
  return (
    <Modal
      open
      title={title}
      okText="保存"
      confirmLoading={isSaving}
      okButtonProps={{ disabled: isDemo || !changed, ...(isDemo && { title: demoHint }) }}
      maskClosable={false}
      onOk={save}
      onCancel={() => onClose(false)}
    >
      {failure && <Result status="warning" title={failure} extra={<Button onClick={reload}>重试</Button>} />}
      {!answer && !failure && <Skeleton active />}
      {answer && !isDemo && picker?.(idsOf(items), (item) => setChanged([...items, item]))}
      {answer && items.length === 0 && <p className="quiet">{empty}</p>}
      {items.length > 0 && note && <p className="quiet">{note}</p>}
      {items.length > 0 && (
        <OrderList items={items} isFixed={isDemo} onChange={order} {...(picker && { onRemove: remove })} />
      )}
    </Modal>
  );
}

function idsOf(items: OrderedItem[]) {
  return items.map(({ id }) => id);
}
