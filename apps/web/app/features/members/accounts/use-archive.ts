import type { DataArchive } from '@mojian/contract/operations/exports';
import { isFailure } from '@mojian/contract/platform/failures';
import { useEffect, useState } from 'react';
import type { CallsOf } from '../../../calls.ts';

import type { Confirmed } from './use-confirmed.tsx';

/** Milliseconds between two looks at an archive that is being packed. */
const pause = 1000;

/** Whether it will be ready without being asked for again. */
export function isUnderWay({ state }: DataArchive) {
  return state === 'waiting' || state === 'building';
}

/** The state of the member's archive, asked for again every second while it is being packed. */
export function useArchive({ exports }: CallsOf<'exports'>, confirmed: Confirmed) {
  const [archive, setArchive] = useState<DataArchive>();
  const [problem, setProblem] = useState('');
  const [looks, setLooks] = useState(0);

  const take = async (asking: Promise<DataArchive>) => {
    try {
      setArchive(await asking);
      setProblem('');
    } catch (error) {
      setProblem(isFailure(error) ? error.message : '加载失败，请重试');
    }
    setLooks((before) => before + 1);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: at once when it opens, then after each look
  useEffect(() => {
    if (looks === 0) return void take(exports.state());
    if (!archive || !isUnderWay(archive)) return;
    const timer = setTimeout(() => take(exports.state()), pause);
    return () => clearTimeout(timer);
  }, [looks]);
  return { archive, problem, start: () => take(confirmed(exports.start)) };
}
