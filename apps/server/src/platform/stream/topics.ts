import { Failure } from '@mojian/contract/platform/failures';
import type { Viewer } from '../http/viewer.ts';

/** A page of says has many whose comments are open, and a browser's tabs share one stream. */
const atMost = 60;
/** What anyone may listen to. Only ids are heard: what they stand for is asked for by the ordinary calls. */
const publicTopic = /^(?:(?:article|say):\d{1,10}|says|board)$/;

/** What the site's own rules open to some, if they ask; and what comes to some by itself. */
const guardedTopic = /^(?:group|presence|office:[a-z]{1,20})$/;
const isGuarded = (topic: string) => guardedTopic.test(topic);
const staff = 'staff';

/** Whether this viewer may listen to a topic that is not open to all, now. */
export type MayHear = (topic: string, viewer: Viewer | null) => Promise<boolean>;

type Chosen = { topics: string[]; refused: string[] };

/**
 * What a stream listens to: what was asked for, as far as this viewer may, and what concerns them by itself.
 * @throws Failure invalid-input for what is no topic.
 */
export async function chooseTopics(asked: string[], viewer: Viewer | null, mayHear: MayHear): Promise<Chosen> {
  const all = [...new Set(asked)];
  if (all.length > atMost || !all.every((topic) => isGuarded(topic) || publicTopic.test(topic)))
    throw new Failure('invalid-input', '没有这种实时消息', 'topic');
  const refused: string[] = [];
  for (const topic of all.filter(isGuarded)) if (!(await mayHear(topic, viewer))) refused.push(topic);
  const own = viewer ? [`user:${viewer.id}`, ...((await mayHear(staff, viewer)) ? [staff] : [])] : [];
  return { topics: [...own, ...all.filter((topic) => !refused.includes(topic))], refused };
}

/** Whether the choice would be the same now. */
export async function isStillRight({ topics, refused }: Chosen, viewer: Viewer | null, mayHear: MayHear) {
  const asked = [...topics, ...refused].filter(isGuarded).concat(viewer ? [staff] : []);
  for (const topic of asked) if ((await mayHear(topic, viewer)) !== topics.includes(topic)) return false;
  return true;
}
