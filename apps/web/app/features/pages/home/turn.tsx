import { Icon } from '@mojian/ui/icon';

type Props = { at: number; count: number; turn: (by: number) => void };

/** Which of how many, one back and one on. The arrow keys do the same. */
export function Turn({ at, count, turn }: Props) {
  return (
    <fieldset
      className="turn scripted"
      aria-label={`第 ${at + 1} 篇，共 ${count} 篇`}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1);
        if (key === 'ArrowRight') turn(1);
      }}
    >
      <b>{at + 1}</b>
      <span>{`/ ${count}`}</span>
      <span className="sp" />
      <button className="ib" type="button" aria-label="上一篇" onClick={() => turn(-1)}>
        <Icon name="left" />
      </button>
      <button className="ib" type="button" aria-label="下一篇" onClick={() => turn(1)}>
        <Icon name="right" />
      </button>
    </fieldset>
  );
}
