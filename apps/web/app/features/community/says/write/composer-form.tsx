import type { Me } from '@mojian/contract/core/sessions';
import { useEffect, useRef } from 'react';
import { useLoaded } from '../../../../ui/loading.ts';
import { toast } from '../../../../ui/toast.ts';
import type { SayDeps } from '../says.ts';
import { SayForm, useSayComposer } from './say-form.tsx';
import './new-say.css';

type Props = {
  me: Me;
  deps: SayDeps;
  /** Opens the choice of pictures at once. */
  picks: boolean;
  close: () => void;
  onSent: () => void;
};

/** The form opened above the list of says. Its draft is the one of the page that adds a say. */
export function ComposerForm({ me, deps, picks, close, onSent }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { data: topics = [] } = useLoaded('topics of says', () => deps.reading.topics());
  const composer = useSayComposer({
    userId: me.id,
    say: undefined,
    deps: { calls: deps.calls, reading: deps.reading, upload: deps.comments.upload },
    onSent: ({ held }) => {
      toast('success', `已发布${held ? '，审核通过后大家就能看到' : ''}`);
      onSent();
    },
  });
  useEffect(() => {
    if (picks) place.current?.querySelector<HTMLElement>('[data-add]')?.click();
  }, [picks]);
  return (
    <div className="say-form" ref={place}>
      <SayForm me={me} composer={composer} topics={topics} send="写下" close={close} />
    </div>
  );
}
