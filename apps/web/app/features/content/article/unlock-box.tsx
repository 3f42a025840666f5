import type { ArticleInfo } from '@mojian/contract/content/articles';
import type { SiteInfo } from '@mojian/contract/core/site';
import { longestArticlePassword, readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import type { InputHTMLAttributes } from 'react';
import { figures } from '../../../ui/figures.ts';
import { unlockedBy } from './article-head.tsx';
import { part, triggerProps } from './article-page.ts';
import { type UnlockSettings, whyLocked } from './why-locked.ts';
import './unlock-box.css';

type UnlockText = { slip: string; words: string };

/** Unlock texts by `readType`. */
const unlockTexts: Record<number, UnlockText> = {
  1: { slip: '评论可读', words: '写下一条评论，余下的就在原处展开。哪怕只是一声「来过」。' },
  2: { slip: '点赞可读', words: '点一个赞，让写的人知道有人读到了这里，余下的就在原处展开。' },
  3: { slip: '验证码可读', words: '关注公众号，回复「验证码」获取验证码。一个验证码只能解锁一篇，只能用一次。' },
  4: { slip: '登录可读', words: '这一篇只给登录的朋友。登录后回到这一行，不会找不到地方。' },
  6: { slip: '凭口令读', words: '写的人把口令给了几个人。填对了，余下的就在原处展开，这个浏览器会记住。' },
};

type Props = { article: ArticleInfo; site: Pick<SiteInfo, 'officialAccount'> & UnlockSettings };

/** Unlock box of a locked article; `actions.ts` has what its buttons do. */
export function UnlockBox({ article, site }: Props) {
  const { readType, words } = article;
  const text = unlockTexts[readType];
  const locked = whyLocked(article, site);
  if (!text) return null;
  return (
    <section className="article-gate sheet" aria-labelledby="gate" {...part('locked')}>
      <span className="slip" aria-hidden="true">
        {text.slip}
      </span>
      <div>
        <h2 id="gate">{unlockedBy[readType]}</h2>
        <p>{text.words}</p>
        {article.passwordHint && <p>提示：{article.passwordHint}</p>}
        {locked === 'comments' || locked === 'account' ? (
          <p className="article-way">{lockedTexts[locked]}</p>
        ) : (
          <UnlockForm article={article} account={site.officialAccount} />
        )}
        {!locked && readType !== readTypes.afterComment && (
          <noscript>
            <p className="dim">展开全文要用到脚本，请在浏览器里允许它。</p>
          </noscript>
        )}
        {locked === 'registration' && <p className="dim">{lockedTexts[locked]}</p>}
        <p className="dim">全文 {figures(words)} 字</p>
      </div>
    </section>
  );
}

const lockedTexts = {
  comments: '评论已关闭，余下的部分暂时不能解锁。',
  account: '站长还没有接入公众号，暂时没有验证码，余下的部分不能解锁。',
  registration: '本站目前不开放注册，已有账号的登录后可读。',
};

type FormProps = { article: ArticleInfo; account: SiteInfo['officialAccount'] };

function UnlockForm({ article: { readType }, account }: FormProps) {
  if (readType === readTypes.afterComment)
    return (
      <p className="article-way">
        <a className="btn" href="#write" {...triggerProps('write')}>
          <Icon name="talk" />
          写评论
        </a>
      </p>
    );
  if (readType === readTypes.afterCode) return <CodeForm account={account} />;
  if (readType === readTypes.withPassword) return <PasswordForm />;
  const isLike = readType === readTypes.afterLike;
  return (
    <p className="article-way scripted">
      <button className="btn" type="button" {...triggerProps(isLike ? 'like' : 'login')}>
        {!isLike && <Icon name="user" />}
        {isLike ? '点赞并展开' : '登录'}
      </button>
    </p>
  );
}

function CodeForm({ account: { name, qrCode } }: { account: SiteInfo['officialAccount'] }) {
  return (
    <div className="article-by-code split row-wrap gap-6">
      <FieldForm
        label={name ? `公众号「${name}」给的六位数字` : '公众号给的六位数字'}
        field={{ name: 'code', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 }}
      />
      {qrCode && (
        <img src={qrCode} alt={`公众号${name && `「${name}」`}的二维码`} width="132" height="132" loading="lazy" />
      )}
    </div>
  );
}

/** Its field is one of text: browsers turn the input of Chinese off in a field for passwords. */
function PasswordForm() {
  return (
    <div className="article-by-code">
      <FieldForm
        label="口令"
        field={{
          name: 'word',
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
          enterKeyHint: 'go',
          maxLength: longestArticlePassword,
        }}
      />
    </div>
  );
}

function FieldForm({ label, field }: { label: string; field: InputHTMLAttributes<HTMLInputElement> }) {
  return (
    <form className="scripted">
      <label className="stack gap-1-5 type-note">
        <span>{label}</span>
        <input className="input" aria-describedby="gate-error" {...field} {...part('code')} />
      </label>
      <button className="btn" type="submit" {...triggerProps('unlock')}>
        展开全文
      </button>
      <p className="error" id="gate-error" role="alert" {...part('code-error')} />
    </form>
  );
}
