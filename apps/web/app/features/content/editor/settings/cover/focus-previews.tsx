import { Cover } from '../../../../../ui/cover.tsx';
import type { Focus } from '../../../../../ui/focus.ts';
import { useShownPicture } from '../../../../../ui/shown-pictures.ts';

type Shown = { cover: string; coverNumber: number } & Focus;

const cuts = [
  { shape: 'card', words: '列表' },
  { shape: 'banner', words: '文章页' },
  { shape: 'square', words: '方图' },
];

/** How lists, the article's page and small squares will cut the picture. */
export function FocusPreviews({ shown }: { shown: Shown }) {
  const cover = useShownPicture(shown.cover) ?? '';
  return (
    <div className="cuts">
      {cuts.map(({ shape, words }) => (
        <figure key={shape} className={`cut-${shape}`}>
          <Cover article={{ ...shown, cover }} sizes="140px" />
          <figcaption>{words}</figcaption>
        </figure>
      ))}
    </div>
  );
}
