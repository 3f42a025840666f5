import { App, Button } from 'antd';
import { api, errorText } from '../../platform/http-api.ts';
import { useOffice } from '../../platform/shell/office.tsx';

/** Deletes what is left of the sample content, after a question. `onGone` runs once it is done. */
export function RemoveSample({ isBusy = false, onGone }: { isBusy?: boolean; onGone: () => void }) {
  const { message, modal } = App.useApp();
  const { isDemo } = useOffice();
  const remove = async () => {
    try {
      const { removed, kept: remaining } = await api.setup.removeSample();
      message.success(
        `已删除 ${removed} 件${remaining.length > 0 ? `，改动过或别处用到的 ${remaining.length} 件已保留：${remaining.slice(0, 5).join('、')}` : ''}`,
      );
      onGone();
    } catch (error) {
      message.error(errorText(error));
    }
  };
  const ask = () =>
    modal.confirm({
      title: '删除示例内容？',
      content: '示例的文章、说说、留言、友链与导航会全部删除，不能恢复；你改动过的、有人评论过的会保留。',
      okText: '删除',
      onOk: remove,
    });
  return (
    <Button onClick={ask} disabled={isBusy || isDemo}>
      全部删除
    </Button>
  );
}
