import type { PresentText } from '@mojian/contract/content/articles-admin';
import type { Revision } from '@mojian/contract/content/revisions';
import { App, Button } from 'antd';
import { useState } from 'react';
import { shortTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { demoHint } from '../../platform/listing/row-acts.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { wordsOf } from '../../platform/words-of.ts';

type Props = { present: PresentText; chosen: Revision; reload: () => void; onRestored: () => void };

/** The way back to a kept text, and who sees it then. */
export function Restore({ present, chosen, reload, onRestored }: Props) {
  const { message, modal } = App.useApp();
  const { isDemo } = useOffice();
  const [isBusy, setBusy] = useState(false);
  const restore = async () => {
    setBusy(true);
    try {
      await api.articles.revert({ body: { id: chosen.id, version: present.version } });
      message.success('已恢复，之前的版本也在历史里');
      onRestored();
    } catch (error) {
      message.warning(wordsOf(error));
      reload(); // what is compared may be another by now
    }
    setBusy(false);
  };
  const isOpen = present.isShown || present.own;
  const ask = () =>
    modal.confirm({
      title: `恢复到 ${shortTime(chosen.createdAt)} 的一版？`,
      icon: null,
      content: consequence(present),
      okText: '恢复',
      onOk: restore,
    });
  return (
    <footer>
      <p className="quiet">{isOpen ? '之前的版本也留在历史里。' : '还没有发布过，由作者自己恢复。'}</p>
      <Button
        type="primary"
        loading={isBusy}
        disabled={isDemo || !isOpen}
        {...(isDemo && { title: demoHint })}
        onClick={ask}
      >
        恢复这一版
      </Button>
    </footer>
  );
}

function consequence({ state, own, isShown }: PresentText) {
  if (!isShown) return '草稿换成这一版；读者看到的不变。';
  const seen = state === 'published' ? '读者马上看到这一版' : '发布时读者看到这一版';
  return `${seen}${own ? '，没有发布的改动还在草稿里。' : '，作者会收到通知。'}`;
}
