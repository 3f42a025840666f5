import { Failure } from '@mojian/contract/failures';
import { isStaff, type Viewer } from '../http/viewer.ts';
import { guarded } from './watch-streams.ts';

/** A page of says has many whose comments are open, and a browser's tabs share one stream. */
const atMost = 60;
/** What anyone may listen to. Only ids are heard: what they stand for is asked for by the ordinary calls. */
const publicTopic = /^(?:(?:article|say):\d{1,10}|says|board)$/;

type MayHear = (viewer: Viewer | null, topic: string) => Promise<boolean>;

/**
 * What a stream listens to: what was asked for, as far as this viewer may, and what concerns them by itself.
 * @throws Failure invalid-input for what is no topic.
 */
export async function chooseTopics(asked: string[], viewer: Viewer | null, mayHear: MayHear) {
  const all = [...new Set(asked)];
  if (all.length > atMost || !all.every((topic) => guarded.includes(topic) || publicTopic.test(topic)))
    throw new Failure('invalid-input', '没有这种动静可听', 'topic');
  const refused: string[] = [];
  for (const topic of guarded) if (all.includes(topic) && !(await mayHear(viewer, topic))) refused.push(topic);
  const own = viewer ? [`user:${viewer.id}`, ...(isStaff(viewer) ? ['staff'] : [])] : [];
  return { topics: [...own, ...all.filter((topic) => !refused.includes(topic))], refused };
}
