import type { FoundPart } from './use-search.ts';

type Props = { text: string; found: FoundPart; onLook: (word: string) => void };

/** What may have been meant; where nothing has what was typed, the results are already those of it. */
export function MeantLine({ text, found: { suggestion, instead }, onLook }: Props) {
  if (!suggestion) return null;
  return (
    <p className="find-meant" role="status">
      {instead && `没有找到「${text}」。`}你是不是要找：
      <button type="button" onClick={() => onLook(suggestion)}>
        {suggestion}
      </button>
    </p>
  );
}
