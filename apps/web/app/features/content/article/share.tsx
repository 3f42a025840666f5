import type { SiteInfo } from '@mojian/contract/core/site';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { useState } from 'react';
import { copyText } from '../../../ui/copy-text.ts';
import { loadPart } from '../../../ui/load-part.ts';
import { stampOf } from '../../../ui/seal.tsx';
import { openDialog } from '../../core/viewer/open-dialog.tsx';
import { type ArticlePage, partElements } from './article-page.ts';
import { QrCode } from './qr-code.tsx';
import './article-dialog.css';
import './share.css';

export function openShare({ root, article: { id, path, title, summary, readType }, site, calls }: ArticlePage) {
  const url = site.url + path;
  // not for articles of which not everybody may read all
  const words = readType === readTypes.free ? quotableWords(partElements(root, 'text')[0]) : '';
  const openQuoteCard = () =>
    loadPart(loadQuoteCard, (part) => part.openQuoteCard({ kind: 'article', id, words, calls: calls.quoteCards }));
  openDialog('分享', 'article-dialog share-card', (close) => (
    <Share
      url={url}
      title={title}
      summary={summary}
      stamp={stampOf(site)}
      close={close}
      openQuoteCard={words === '' ? undefined : openQuoteCard}
    />
  ));
}

const loadQuoteCard = () => import('../quote-cards/open-quote-card.tsx');

/** Words that the reader selected, else the first sentence of the text. */
function quotableWords(text: HTMLElement | undefined): string {
  const selection = getSelection();
  const selected = selection?.toString().trim() ?? '';
  if (text && selection && selected.length > 1 && text.contains(selection.anchorNode)) return selected;
  const paragraphs = [...(text?.querySelectorAll('p') ?? [])].filter((one) => !one.querySelector('math, img, svg'));
  const first = paragraphs.map((one) => one.textContent.trim()).find((one) => one.length > 1) ?? '';
  return (/^[\s\S]{6,}?[。！？!?…]+[”」』）]*/.exec(first)?.[0] ?? first).slice(0, 240);
}

type Shared = { url: string; title: string; summary: string };
type Props = Shared & { stamp: string; close: () => void; openQuoteCard: (() => void) | undefined };

function Share({ url, title, summary, stamp, close, openQuoteCard }: Props) {
  return (
    <>
      <CloseButton close={close} />
      <QrCode text={url} label="本文二维码" stamp={stamp} />
      <p>{isPhone() ? '请身边的人扫一扫，或把地址发给他' : '扫一扫，在手机上接着读'}</p>
      <Address url={url} />
      <div className="share-card-to">
        {'share' in navigator && <SystemShare url={url} title={title} summary={summary} />}
        <Network icon="wb" label="分享到微博" href={weibo({ url, title, summary })} />
        <Network icon="qq" label="分享到 QQ" href={qq({ url, title, summary })} />
      </div>
      {openQuoteCard && (
        <button
          type="button"
          className="btn share-card-quote"
          onClick={() => {
            close();
            openQuoteCard();
          }}
        >
          <Icon name="pic" />
          做成笺
        </button>
      )}
    </>
  );
}

/** Phones need no QR code. */
const isPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

function Address({ url }: { url: string }) {
  const [said, setSaid] = useState('复制');
  const copy = async () => setSaid((await copyText(url)) ? '已复制' : '请手动复制');
  return (
    <div className="share-card-url">
      <span className="truncate grow">{url.replace(/^https?:\/\//, '')}</span>
      <button type="button" className="btn btn-sm" onClick={copy}>
        <Icon name="copy" />
        <span aria-live="polite">{said}</span>
      </button>
    </div>
  );
}

function Network({ icon, label, href }: { icon: string; label: string; href: string }) {
  return (
    <a className="icon-button" href={href} target="_blank" rel="noopener noreferrer" aria-label={label} title={label}>
      <Icon name={icon} />
    </a>
  );
}

function SystemShare({ url, title, summary }: Shared) {
  const share = () => navigator.share({ url, title, text: summary }).catch(() => {}); // the reader cancelled
  return (
    <button type="button" className="icon-button" aria-label="更多方式" title="更多方式" onClick={share}>
      <Icon name="share" />
    </button>
  );
}

function weibo({ url, title }: Shared) {
  return `https://service.weibo.com/share/share.php?${new URLSearchParams({ url, title })}`;
}

function qq({ url, title, summary }: Shared) {
  return `https://connect.qq.com/widget/shareqq/index.html?${new URLSearchParams({ url, title, summary })}`;
}

export function openReward({ rewards }: SiteInfo) {
  const codes = [
    { name: '微信', picture: rewards.wechat },
    { name: '支付宝', picture: rewards.alipay },
  ].filter(({ picture }) => picture);
  openDialog('赞赏', 'article-dialog share-reward', (close) => (
    <>
      <CloseButton close={close} />
      <h2>赏一杯茶</h2>
      <p>文章一直免费。若它替你省下一个下午，可以请我喝一杯茶。</p>
      <div className="share-reward-two">
        {codes.map(({ name, picture }) => (
          <figure key={name}>
            <img src={picture} alt={`${name}赞赏码`} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  ));
}

function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" className="icon-button article-dialog-close" aria-label="关闭" onClick={close}>
      <Icon name="x" />
    </button>
  );
}
