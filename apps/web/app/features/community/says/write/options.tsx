import { longestPlace } from '@mojian/contract/platform/rules';
import { Icon } from '@mojian/ui/icon';

type Props = {
  place: string;
  setPlace: (place: string) => void;
  isPublic: boolean;
  setPublic: (isPublic: boolean) => void;
  wrong: string | undefined;
  isBusy: boolean;
  isNew: boolean;
};

/** Where it was written, who may see it, and the button that sends it. */
export function Options({ place, setPlace, isPublic, setPublic, wrong, isBusy, isNew }: Props) {
  const send = isNew ? '发布' : '保存';
  return (
    <>
      <p id="place-wrong" className="err" role="alert">
        {wrong}
      </p>
      <div className="opt">
        <label className="pl">
          <Icon name="place" />
          <input
            aria-label="地点"
            placeholder={`在哪里，不超过 ${longestPlace} 个字`}
            value={place}
            autoComplete="off"
            onChange={({ target }) => setPlace(target.value)}
            aria-invalid={wrong !== undefined}
            aria-describedby="place-wrong"
          />
        </label>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame of its own */}
        <div className="switch" role="group" aria-label="谁可以看">
          <button type="button" aria-pressed={isPublic} onClick={() => setPublic(true)}>
            公开
          </button>
          <button type="button" aria-pressed={!isPublic} onClick={() => setPublic(false)}>
            仅自己
          </button>
        </div>
        <button type="submit" className="btn seal-b" aria-disabled={isBusy}>
          <Icon name="send" />
          {isBusy ? '正在提交…' : send}
        </button>
      </div>
    </>
  );
}
