import { invertedEffects } from '@codemirror/commands';
import { MapMode, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Coming } from './coming-picture.ts';
import { ComingWidget } from './coming-widget.ts';

export const addComing = StateEffect.define<Coming[]>();
export const markComing = StateEffect.define<Pick<Coming, 'number'> & Partial<Coming>>();
export const dropComing = StateEffect.define<number>();

/** A step back over their coming sends them away. */
const takenBack = invertedEffects.of(({ effects }) =>
  effects.flatMap((effect) => (effect.is(addComing) ? effect.value.map(({ number }) => dropComing.of(number)) : [])),
);

/**
 * The pictures on their way, each in its place while the text around it changes. They are no part of the text: what is
 * saved meanwhile holds nothing that was never there. One whose surroundings are deleted is gone with them.
 */
export const comingField = StateField.define<Coming[]>({
  create: () => [],
  update(before, { changes, docChanged, effects }) {
    let coming = before;
    if (docChanged) coming = coming.flatMap((one) => moveTo(one, changes.mapPos(one.at, -1, MapMode.TrackDel)));
    for (const effect of effects) {
      if (effect.is(addComing)) coming = coming.concat(effect.value);
      if (effect.is(dropComing)) coming = coming.filter(({ number }) => number !== effect.value);
      if (effect.is(markComing)) coming = coming.map((one) => withMark(one, effect.value));
    }
    return coming;
  },
  provide: (field) => [EditorView.decorations.from(field, draw), takenBack],
});

function moveTo(one: Coming, at: number | null): Coming[] {
  return at === null ? [] : [{ ...one, at }];
}

function withMark(one: Coming, mark: Pick<Coming, 'number'> & Partial<Coming>): Coming {
  return one.number === mark.number ? { ...one, ...mark } : one;
}

function draw(coming: Coming[]): DecorationSet {
  return Decoration.set(
    coming.map((one) => Decoration.widget({ widget: new ComingWidget(one), side: 1 }).range(one.at)),
    true,
  );
}
