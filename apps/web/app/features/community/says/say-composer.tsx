import type { SiteInfo } from '@mojian/contract/core/site';
import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useUser } from '../../../session/session.ts';
import { Face } from '../../../ui/face.tsx';
import { loadPart } from '../../../ui/load-part.ts';
import { ownPicture } from '../../../ui/own-picture.ts';
import type { SayDeps } from './says.ts';
import type { ComposerForm } from './write/composer-form.tsx';
import './say-composer.css';

type Props = { deps: SayDeps; onSent: () => Promise<void> };

/** Line above the says that opens the form, for members who may write. */
export function SayComposer({ deps, onSent }: Props) {
  const me = useUser();
  const mayWrite = useMayWrite();
  const [opened, setOpened] = useState<{ Form: typeof ComposerForm; picks: boolean }>();
  const line = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!opened && wasOpen.current) line.current?.focus();
    wasOpen.current = opened !== undefined;
  }, [opened]);
  if (!me || !mayWrite) return null;
  const open = (picks: boolean) =>
    loadPart(
      () => import('./write/composer-form.tsx'),
      ({ ComposerForm: Form }) => setOpened({ Form, picks }),
    );
  if (opened)
    return (
      <opened.Form
        me={me}
        deps={deps}
        picks={opened.picks}
        close={() => setOpened(undefined)}
        onSent={() => {
          setOpened(undefined);
          void onSent().catch(() => {});
        }}
      />
    );
  return (
    <div className="say-composer sheet row">
      <Face name={me.nickname} picture={ownPicture(me.avatar)} size="m" />
      <button ref={line} type="button" className="say-composer-line dim grow" onClick={() => open(false)}>
        今天，写一句
      </button>
      <button type="button" className="icon-button" aria-label="加图片" onClick={() => open(true)}>
        <Icon name="pic" />
      </button>
    </div>
  );
}

/** Members where the owner allows it, and staff. */
function useMayWrite() {
  const role = useUser()?.role;
  const { saysByMembers = false } = useRouteLoaderData<{ site: SiteInfo }>('root')?.site ?? {};
  if (role === undefined) return false;
  return role === 'member' ? saysByMembers : role !== 'demo';
}
