import type { ArticleInfo } from '@mojian/contract/content/articles';
import { readTypes } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';
import { figures } from '../../../ui/figures.ts';

type Props = {
  rewards: boolean;
  article: Pick<ArticleInfo, 'likes' | 'collects' | 'comments' | 'commenting' | 'readType'>;
  contents?: 'now' | 'later' | 'never';
};

/** What a reader can do with the article. `perform.ts` listens for `data-do`. */
export function Actions({ rewards, article, contents = 'never' }: Props) {
  // of what is its author's alone there is nothing to tell anybody
  const isOwn = article.readType === readTypes.onlyAuthor;
  return (
    <>
      {!isOwn && <Switch name="like" counter="likes" word="点赞" icon="heart" count={article.likes} />}
      {!isOwn && <Switch name="collect" counter="collects" word="收藏" icon="star" count={article.collects} />}
      {!isOwn && article.commenting !== 'hidden' && (
        <a className="act" href="#comments">
          <span className="ib" aria-hidden="true">
            <Icon name="talk" />
          </span>
          <span className="vh">评论</span>
          <span data-count="comments">{figures(article.comments)}</span>
        </a>
      )}
      {contents !== 'never' && (
        <Action name="contents" word="目录" hidden={contents === 'later'}>
          <Icon name="list" />
        </Action>
      )}
      {!isOwn && (
        <Action name="share" word="分享">
          <Icon name="share" />
        </Action>
      )}
      <Action name="look" word="阅读设置">
        <Icon name="type" />
      </Action>
      <Action name="quiet" word="专注阅读">
        <Icon name="focus" />
      </Action>
      {rewards && !isOwn && (
        <Action name="reward" word="赞赏">
          <b>赏</b>
        </Action>
      )}
    </>
  );
}

type ActionProps = { name: string; word: string; hidden?: boolean; children: React.ReactNode };

function Action({ name, word, hidden, children }: ActionProps) {
  return (
    <button type="button" className="act" data-do={name} hidden={hidden}>
      <span className="ib" aria-hidden="true">
        {children}
      </span>
      <span className="act-word">{word}</span>
    </button>
  );
}

type SwitchProps = { name: string; counter: string; word: string; icon: string; count: number };

/** What a member turns on and off. As it is sent it is nobody's: `acts.ts` knows better once the page stands. */
function Switch({ name, counter, word, icon, count }: SwitchProps) {
  return (
    <button type="button" className="act" data-do={name} data-n={count} aria-pressed="false">
      <span className="ib" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <span className="vh">{word}</span>
      <span data-count={counter}>{figures(count)}</span>
    </button>
  );
}
