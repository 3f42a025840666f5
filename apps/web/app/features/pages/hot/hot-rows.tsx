import type { HotItem } from '@mojian/contract/pages/hot';
import { heatWords } from './heat-words.ts';

export function HotRows({ items }: { items: HotItem[] }) {
  return (
    <ol>
      {items.map(({ rank, title, url, heat, change }) => (
        <li key={url}>
          <a href={url} title={title} target="_blank" rel="noopener noreferrer">
            <i>
              {rank}
              <Movement places={change} />
            </i>
            <span>{title}</span>
            {change === 'new' && <b>新</b>}
            <em>{heatWords(heat)}</em>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** Only which way, beside the rank: how far is for those who point at it or hear the page. */
function Movement({ places }: { places: HotItem['change'] }) {
  if (!places || places === 'new') return null;
  const words = `${places > 0 ? '上升' : '下降'} ${Math.abs(places)} 位`;
  return (
    <small title={words}>
      <span className="vh">{words}</span>
      <span aria-hidden="true">{places > 0 ? '↑' : '↓'}</span>
    </small>
  );
}

/** Lines of the size of the rows to come. */
export function HotRowsWaiting() {
  return (
    <ol className="scripted" aria-hidden="true">
      {Array.from({ length: 10 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ten alike
        <li key={place}>
          <div className="sk" />
        </li>
      ))}
    </ol>
  );
}
