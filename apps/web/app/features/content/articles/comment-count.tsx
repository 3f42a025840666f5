import { useHas } from '../../../features-on.ts';
import { Count } from '../../../ui/count.tsx';

/** Nothing while the site has no comments. */
export function CommentCount({ value }: { value: number }) {
  return useHas()('comments') && <Count icon="talk" words="评论" value={value} />;
}
