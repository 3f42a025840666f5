import { Icon } from '@mojian/ui/icon';
import type { Unsent } from '../chat.ts';
import { bubbleClass } from './bubble.tsx';
import type { RowActs } from './flow-parts.ts';
import { pictureSize } from './picture-size.ts';
import { Quoted } from './quoted.tsx';

type Props = { unsent: Unsent; acts: RowActs; tabIndex: 0 | -1 };

/** What its writer sees of what is on its way, or did not arrive. */
export function BeingSent({ unsent, acts, tabIndex }: Props) {
  const { text, picture, quote } = unsent;
  return (
    <div className="body">
      <div className="line">
        <div className={bubbleClass(text, picture !== null, quote !== null)} dir="auto">
          {quote && <Quoted quote={quote} seek={acts.seek} tabIndex={tabIndex} />}
          {picture && <OnItsWay unsent={unsent} picture={picture} />}
          {text && (
            <p>
              <bdi>{text}</bdi>
            </p>
          )}
        </div>
      </div>
      <Status unsent={unsent} acts={acts} tabIndex={tabIndex} />
    </div>
  );
}

function OnItsWay({ unsent: { share, state }, picture }: { unsent: Unsent; picture: NonNullable<Unsent['picture']> }) {
  return (
    <div className="pic" style={pictureSize(picture)}>
      <img className="photo" src={picture.url} alt="正在发送的图片" />
      {share !== null && state === 'sending' && <progress value={share} max={1} aria-label="图片上传" />}
    </div>
  );
}

function Status({ unsent: { key, state, why, mayRetry }, acts, tabIndex }: Props) {
  if (state === 'sending') return <div className="st on-way">发送中</div>;
  return (
    <div className={`st ${state}`}>
      <Icon name={state === 'failed' ? 'warn' : 'clock'} />
      <span>{why}</span>
      {mayRetry && (
        <button type="button" tabIndex={tabIndex} onClick={() => acts.retry(key)}>
          重试
        </button>
      )}
      <button type="button" tabIndex={tabIndex} onClick={() => acts.drop(key)}>
        删除
      </button>
    </div>
  );
}
