import type { CategoryRow } from '@mojian/contract/content/categories-admin';
import { App, Modal, Select } from 'antd';
import { useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Props = { category: CategoryRow; all: CategoryRow[]; onClose: () => void };

/** Asks where its articles go before a category is deleted. */
export function RemoveCategory({ category: { id, name, articles }, all, onClose }: Props) {
  const { message } = App.useApp();
  const [to, setTo] = useState(0);
  const remove = async () => {
    try {
      const { moved } = await api.categories.remove({ query: { id, ...(to > 0 && { to }) } });
      message.success(moved > 0 ? `已删除，${moved} 篇文章已移走` : '已删除');
    } catch (error) {
      message.warning(wordsOf(error));
    }
    onClose();
  };
  const others = all.filter((one) => one.id !== id).map((one) => ({ value: one.id, label: `移到「${one.name}」` }));
  return (
    <Modal
      open
      title={`删除分类「${name}」`}
      okText="删除"
      okButtonProps={{ danger: true }}
      onOk={remove}
      onCancel={onClose}
    >
      <p>{articles > 0 ? `其中的 ${articles} 篇文章都保留：` : '没有文章在其中；草稿里写着它的，也跟着改：'}</p>
      <Select
        aria-label="其中的文章"
        className="ask"
        value={to}
        options={[{ value: 0, label: '未分类' }, ...others]}
        onChange={setTo}
      />
    </Modal>
  );
}
