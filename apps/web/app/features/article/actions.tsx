import type { ArticleInfo } from '@mojian/contract/articles';
import { Count } from '../../ui/count.tsx';
import { Icon } from '../../ui/icon.tsx';

type Props = {
  rewards: boolean;
  /** Its counters are shown below. */
  article?: ArticleInfo;
  contents?: boolean;
};

/** What a reader can do with the article. `perform.ts` listens for `data-do`. */
export function Actions({ rewards, article, contents }: Props) {
  return (
    <>
      {contents && (
        <Action name="contents" word="目录">
          <Icon name="list" />
        </Action>
      )}
      <Action name="share" word="分享">
        <Icon name="share" />
      </Action>
      <Action name="quiet" word="静读">
        <b>静</b>
      </Action>
      {rewards && (
        <Action name="reward" word="赞赏">
          <b>赏</b>
        </Action>
      )}
      {article && (
        <div className="tally">
          <Count icon="heart" words="喜欢" value={article.likes} />
          <Count icon="star" words="收藏" value={article.collects} />
          <Count icon="talk" words="评论" value={article.comments} />
        </div>
      )}
    </>
  );
}

function Action({ name, word, children }: { name: string; word: string; children: React.ReactNode }) {
  return (
    <button type="button" className="act" data-do={name}>
      <span className="ib" aria-hidden="true">
        {children}
      </span>
      {word}
    </button>
  );
}
