import type { ArticleContent } from '@mojian/contract/content/article-content';
import type { NamedSeries } from '@mojian/ui/compare/series-name';
import { useLoaded } from '../../../../ui/use-loaded.ts';
import { type FieldName, nameOf, wordsFor } from './fields.ts';

type Side = 'theirs' | 'mine';
export type Choices = Partial<Record<FieldName, Side>>;

type Props = {
  fields: FieldName[];
  theirs: ArticleContent;
  mine: ArticleContent;
  loadSeries: () => Promise<NamedSeries[]>;
  choices: Choices;
  choose: (choices: Choices) => void;
};

/** For each field that differs: which of the two is to stand. */
export function FieldChoices({ fields, theirs, mine, loadSeries, choices, choose }: Props) {
  const { data: series } = useLoaded('own series', loadSeries);
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
              <span>{wordsFor(name, content, series)}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  );
}
