import type { ArticleInfo } from '@mojian/contract/articles';
import { readTypes } from '@mojian/contract/rules';
import type { SiteInfo } from '@mojian/contract/site';
import { Icon } from '@mojian/ui/icon';
import { figures } from '../../ui/figures.ts';
import { type Openers, whyShut } from './why-shut.ts';

type Gate = { slip: string; how: string; words: string };

/** How a sealed article opens, by `readType`. */
export const gates: Record<number, Gate> = {
  1: { slip: '评论后启', how: '评论本文后可读', words: '写下一条评论，余下的就在原处展开。哪怕只是一声「来过」。' },
  2: { slip: '点赞后启', how: '点赞后可读', words: '点一个赞，让写的人知道有人读到了这里，余下的就在原处展开。' },
  3: {
    slip: '口令后启',
    how: '关注公众号获取验证码后可读',
    words: '关注公众号，回复「验证码」取一个口令。一个口令只开一篇，只用一次。',
  },
  4: { slip: '登录可读', how: '登录后可读', words: '这一篇只给登录的朋友。登录后回到这一行，不会找不到地方。' },
};

type Props = { article: ArticleInfo; site: Pick<SiteInfo, 'officialAccount'> & Openers };

/** The sealed slip in the place of the text that is not sent yet. `unlock.ts` does what its buttons say. */
export function Gate({ article: { readType, words, commenting }, site }: Props) {
  const gate = gates[readType];
  const shut = whyShut({ readType, commenting }, site);
  if (!gate) return null;
  return (
    <section className="gate sheet" aria-labelledby="gate">
      <span className="slip" aria-hidden="true">
        {gate.slip}
      </span>
      <div>
        <h2 id="gate">{gate.how}</h2>
        <p>{gate.words}</p>
        {shut === 'comments' || shut === 'account' ? (
          <p className="way">{shutToReader[shut]}</p>
        ) : (
          <Way readType={readType} account={site.officialAccount} />
        )}
        {shut === 'registration' && <p className="dim">{shutToReader[shut]}</p>}
        <p className="dim">全文 {figures(words)} 字</p>
      </div>
    </section>
  );
}

const shutToReader = {
  comments: '评论已关闭，暂时打不开余下的部分。',
  account: '站长还没有接上公众号，口令暂时取不到，余下的部分谁也打不开。',
  registration: '本站目前不开放注册，已有账号的登录后可读。',
};

function Way({ readType, account }: { readType: number; account: SiteInfo['officialAccount'] }) {
  if (readType === readTypes.afterComment)
    return (
      <p className="way">
        <a className="btn" href="#write" data-do="write">
          <Icon name="talk" />
          去写一句
        </a>
      </p>
    );
  if (readType === readTypes.afterCode) return <CodeWay account={account} />;
  const isLike = readType === readTypes.afterLike;
  return (
    <p className="way scripted">
      <button className="btn" type="button" data-do={isLike ? 'like' : 'login'}>
        <Icon name={isLike ? 'heart' : 'user'} />
        {isLike ? '点赞并展开' : '登录'}
      </button>
    </p>
  );
}

function CodeWay({ account: { name, qrCode } }: { account: SiteInfo['officialAccount'] }) {
  return (
    <div className="by-code">
      <form className="scripted" data-opens="code">
        <label>
          <span>{name ? `公众号「${name}」给的六位数字` : '公众号给的六位数字'}</span>
          <input className="input" name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={6} />
        </label>
        <button className="btn" type="submit">
          展开全文
        </button>
        <p className="err" role="alert" />
      </form>
      {qrCode && (
        <img src={qrCode} alt={`公众号${name && `「${name}」`}的二维码`} width="132" height="132" loading="lazy" />
      )}
    </div>
  );
}
