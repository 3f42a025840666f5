import type { ArticleInfo } from '@mojian/contract/content/articles';
import { Icon } from '@mojian/ui/icon';
import { Link } from '../../../../ui/link.tsx';
import type { Direction } from './direction.ts';
import type { Aloud } from './use-read-aloud.ts';

type Props = { article: ArticleInfo; direction: Direction; aloud: Aloud };

/** The way back, and what the reader may change. */
export function BookHead({ article, direction, aloud }: Props) {
  const isSpeaking = aloud.speech !== 'off';
  return (
    <header className="book-head">
      <Link className="book-button" to={article.path}>
        <Icon name="left" />
        <span>回到文章</span>
      </Link>
      <span className="book-name truncate" aria-hidden="true">
        {article.title}
      </span>
      {article.headings.length > 0 && <MenuButton menu="book-contents" icon="list" word="目录" />}
      {direction.mayTurn && (
        <Switch icon="columns" word="竖排" on={direction.vertical} press={() => direction.set(!direction.vertical)} />
      )}
      {aloud.canSpeak && (
        <Switch icon="speak" word="朗读" on={isSpeaking} press={isSpeaking ? aloud.stop : aloud.play} />
      )}
      <MenuButton menu="book-look" icon="type" word="字与纸" />
    </header>
  );
}

function MenuButton({ menu, icon, word }: { menu: string; icon: string; word: string }) {
  return (
    <button type="button" className="book-button scripted" popoverTarget={menu}>
      <Icon name={icon} />
      <span>{word}</span>
    </button>
  );
}

function Switch({ icon, word, on, press }: { icon: string; word: string; on: boolean; press: () => void }) {
  return (
    <button type="button" className="book-button scripted" aria-pressed={on} onClick={press}>
      <Icon name={icon} />
      <span>{word}</span>
    </button>
  );
}
