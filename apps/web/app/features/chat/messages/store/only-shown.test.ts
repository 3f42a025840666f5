import { describe, expect, it } from 'vitest';
import { onlyShown } from './only-shown.ts';
import { nothingKnown } from './stretch.ts';
import { lin, ming, said } from './test-cast.ts';

const quote = {
  ...{ id: 1, senderId: lin.id, sender: lin.nickname, text: '绿茶' },
  ...{ isPicture: true, isGone: false, isBlocked: false },
};
const live = [said(1, { sender: lin }), said(2, { quote }), said(3)];
const shown = (blocked: number[], hidden: number[] = []) =>
  onlyShown({ ...nothingKnown, messages: live }, new Set(blocked), new Set(hidden)).messages;

describe('what a stream told everybody', () => {
  it('leaves out who is blocked, also where others quote them', () => {
    const [answer, other] = shown([lin.id]);
    expect([answer?.id, other]).toEqual([2, live[2]]);
    expect(answer?.quote).toEqual({ ...quote, sender: '', text: '', isPicture: false, isBlocked: true });
  });

  it('is the same message each time, so that its row is not made anew', () => {
    expect(shown([lin.id])[0]).toBe(shown([lin.id])[0]);
  });

  it('is whole for who blocked nobody, or somebody else', () => {
    expect(shown([])).toBe(live);
    expect(shown([99])).toBe(live);
    expect(shown([ming.id], [1])).toEqual([]);
  });
});
