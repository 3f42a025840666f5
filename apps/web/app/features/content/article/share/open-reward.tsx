import type { SiteInfo } from '@mojian/contract/core/site';
import { openDialog } from '../open-dialog.tsx';
import { CloseButton } from './close-button.tsx';
import './share.css';

export function openReward({ rewards }: SiteInfo) {
  const codes = [
    { name: '微信', picture: rewards.wechat },
    { name: '支付宝', picture: rewards.alipay },
  ].filter(({ picture }) => picture);
  openDialog('赞赏', 'card-dialog reward', (close) => (
    <>
      <CloseButton close={close} />
      <h2>赏一杯茶</h2>
      <p>文章一直免费。若它替你省下一个下午，可以请我喝一杯茶。</p>
      <div className="two">
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
