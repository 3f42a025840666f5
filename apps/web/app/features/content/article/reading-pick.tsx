import { type Ref, useEffect, useState } from 'react';
import { deviceHas } from './device-faces.ts';

type Props = {
  /** Name of its radio buttons; its fieldset has the class `reading-pick-…` of it. */
  name: string;
  words: string;
  options: [value: string, words: string][];
  chosen: string | undefined;
  onChoose: (value: string) => void;
  /** The chosen option. */
  chosenRef?: Ref<HTMLInputElement>;
};

/** A row of choices for reading, each in the size, the face or on the paper it stands for. */
export function ReadingPick({ name, words, options, chosen, onChoose, chosenRef }: Props) {
  return (
    <fieldset className={`reading-pick reading-pick-${name}`}>
      <legend>{words}</legend>
      <div className="reading-pick-options">
        {options.map(([value, label]) => (
          <label key={value} data-value={value}>
            <input
              type="radio"
              name={`reading-${name}`}
              className="visually-hidden"
              ref={chosen === value ? chosenRef : null}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Faces this device does not have, once `isOpen`. */
export function useLackingFaces(isOpen = true) {
  const [lacking, setLacking] = useState<string[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    for (const face of ['song', 'kai'] as const)
      void deviceHas(face).then((has) => has || setLacking((others) => [...others, face]));
  }, [isOpen]);
  return lacking;
}
