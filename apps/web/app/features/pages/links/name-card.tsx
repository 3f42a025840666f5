import type { FriendLinks } from '@mojian/contract/pages/links';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useState } from 'react';
import { SiteSeal } from '../../../site-seal.tsx';
import { copyText } from '../../../ui/copy-text.ts';

/** Milliseconds a button says how it went. */
const answerTime = 2000;

/** What a friend copies to link to this site. */
export function NameCard({ own }: { own: FriendLinks['own'] }) {
  const lines = [
    ['名称', own.name],
    ['网址', own.url],
    ['描述', own.info],
    ['头像', own.avatar],
    ['订阅', `${own.url}/rss.xml`],
  ].filter((line): line is [string, string] => Boolean(line[1]));
  return (
    <section aria-labelledby="name-card">
      <div className="sec">
        <h2 id="name-card">本站名片</h2>
      </div>
      <div className="name-card">
        <div className="side" aria-hidden="true">
          <b>{own.name}</b>
          <SiteSeal />
        </div>
        <dl>
          {lines.map(([word, text]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>
                <span title={text}>{text}</span>
                <CopyButton word={word} text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

type Answer = '' | '已复制' | '请手动复制';

function CopyButton({ word, text }: { word: string; text: string }) {
  const [answer, setAnswer] = useState<Answer>('');
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => setAnswer(''), answerTime);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async () => setAnswer((await copyText(text)) ? '已复制' : '请手动复制');
  return (
    <button className="btn quiet sm scripted" type="button" aria-label={`复制${word}`} onClick={copy}>
      <Icon name={answer === '已复制' ? 'ok' : 'copy'} />
      <span role="status">{answer || '复制'}</span>
    </button>
  );
}
