import type { ArticleContent } from '@mojian/contract/article-content';
import { type FieldName, nameOf, wordsFor } from './fields.ts';

type Side = 'theirs' | 'mine';
export type Choices = Partial<Record<FieldName, Side>>;

type Props = {
  fields: FieldName[];
  theirs: ArticleContent;
  mine: ArticleContent;
  choices: Choices;
  choose: (choices: Choices) => void;
};

/** For each field that differs: which of the two is to stand. */
export function FieldChoices({ fields, theirs, mine, choices, choose }: Props) {
  const sides = [
    { side: 'theirs', whose: '别处的', content: theirs },
    { side: 'mine', whose: '这里的', content: mine },
  ] as const;
  return (
    <div className="merge-fields">
      {fields.map((name) => (
        <fieldset key={name}>
          <legend>{nameOf(name)}</legend>
          {sides.map(({ side, whose, content }) => (
            <label key={side}>
              <input
                type="radio"
                name={name}
                checked={(choices[name] ?? 'mine') === side}
                onChange={() => choose({ ...choices, [name]: side })}
              />
              <small>{whose}</small>
              <span>{wordsFor(name, content)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
