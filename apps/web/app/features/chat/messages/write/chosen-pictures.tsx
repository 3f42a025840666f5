import { Icon } from '@mojian/ui/icon';
import type { Chosen } from './use-chosen.ts';

/** The pictures as they will be sent. */
export function ChosenPictures({ chosen, remove }: { chosen: Chosen[]; remove: (one: Chosen) => void }) {
  if (chosen.length === 0) return null;
  return (
    <ul className="chosen-pictures" aria-label="要发的图片">
      {chosen.map((one, index) => (
        <li key={one.number}>
          <img className="photo" src={one.preview} alt={`第 ${index + 1} 张图`} />
          <button type="button" className="ib" aria-label={`移除第 ${index + 1} 张图`} onClick={() => remove(one)}>
            <Icon name="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}
