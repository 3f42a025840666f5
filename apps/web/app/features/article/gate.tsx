import type { ArticleInfo } from '@mojian/contract/articles';
import { figures } from '../../ui/figures.ts';

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
  4: { slip: '登录后启', how: '登录后可读', words: '这一篇只给登录的朋友。登录后回到这一行，不会找不到地方。' },
};

/** The sealed slip in the place of the text that is not sent yet. */
export function Gate({ article: { readType, words } }: { article: ArticleInfo }) {
  const gate = gates[readType];
  if (!gate) return null;
  return (
    <section className="gate sheet" aria-labelledby="gate">
      <span className="slip" aria-hidden="true">
        {gate.slip}
      </span>
      <div>
        <h2 id="gate">{gate.how}</h2>
        <p>{gate.words}</p>
        <p className="dim">全文 {figures(words)} 字</p>
      </div>
    </section>
  );
}
