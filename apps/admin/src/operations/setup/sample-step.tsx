import { App, Button } from 'antd';
import { api } from '../../platform/http-api.ts';
import type { Ways } from './ways.ts';

type Props = Ways & { hasSample: boolean; attempt: (act: () => Promise<unknown>) => Promise<boolean> };

/** Whether what the site was born with stays. */
export function SampleStep({ hasSample, isBusy, attempt, done, skip }: Props) {
  const { message, modal } = App.useApp();
  const remove = async () => {
    const isGone = await attempt(async () => {
      const { removed, kept } = await api.setup.removeSample();
      message.success(`已删除 ${removed} 件${kept.length > 0 ? `，改动过或别处用到的 ${kept.length} 件已保留` : ''}`);
    });
    if (isGone) await done();
  };
  const ask = () =>
    modal.confirm({
      title: '删除示例内容？',
      content: '示例的文章、说说、留言、友链与导航会全部删除，不能恢复；你改动过的会保留。',
      okText: '删除',
      onOk: remove,
    });

  if (!hasSample)
    return (
      <div className="ways">
        <p>站里没有示例内容。</p>
        <Button type="primary" onClick={done} loading={isBusy}>
          下一步
        </Button>
      </div>
    );
  return (
    <div className="ways">
      <Button type="primary" onClick={done} loading={isBusy}>
        保留
      </Button>
      <Button onClick={ask} disabled={isBusy}>
        全部删除
      </Button>
      <Button type="text" onClick={skip} disabled={isBusy}>
        跳过
      </Button>
    </div>
  );
}
