import { Icon } from '@mojian/ui/icon';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Seal, stampOf } from '../../ui/seal.tsx';
import type { OverlayProps } from '../use-overlay.ts';
import { AskTheOwner, ForgotView } from './forgot-view.tsx';
import { LoginView } from './login-view.tsx';
import { RegisterView } from './register-view.tsx';
import { invitationIn, type ViewIndex, viewOf } from './views.ts';
import { WechatView } from './wechat-view.tsx';
import './login.css';

/** Opens at its first view. Each view keeps its own fields and countdown. */
export function LoginDialog({ site, close }: OverlayProps) {
  const [index, setIndex] = useState<ViewIndex>(firstView(site));
  const { title, line } = viewOf(index, site);
  const sheet = useFocusOnEach(index);
  useEffect(() => {
    // a login on a screen that does not reload
    const onEntered = (event: Event) => event.defaultPrevented && close();
    addEventListener('mojian:entered', onEntered);
    return () => removeEventListener('mojian:entered', onEntered);
  });
  return (
    <Dialog className="dialog login" label={title} onClose={close}>
      <div className="in" key={index} ref={sheet}>
        <button className="ib x" type="button" aria-label="关闭" onClick={close}>
          <Icon name="x" />
        </button>
        <div className="hello">
          <Seal stamp={stampOf(site)} />
          <div>
            <h2 tabIndex={-1}>{title}</h2>
            <p>{line}</p>
          </div>
        </div>
        {index === 1 && <LoginView site={site} close={close} show={setIndex} />}
        {index === 2 && <RegisterView site={site} close={close} show={setIndex} />}
        {index === 3 && (site.canMail ? <ForgotView show={setIndex} /> : <AskTheOwner site={site} show={setIndex} />)}
        {index === 4 && <WechatView site={site} close={close} show={setIndex} />}
      </div>
    </Dialog>
  );
}

/** Registration for readers with an invitation. */
function firstView({ registration }: OverlayProps['site']): ViewIndex {
  return registration.mode === 'invite' && invitationIn(location) ? 2 : 1;
}

/** Focuses the view's first field, or its heading where the on-screen keyboard would cover half the screen. */
function useFocusOnEach(index: ViewIndex) {
  const sheet = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on each view anew
  useEffect(() => {
    const touched = matchMedia('(pointer: coarse)').matches;
    const place = (!touched && sheet.current?.querySelector('input')) || sheet.current?.querySelector('h2');
    place?.focus({ preventScroll: true });
  }, [index]);
  return sheet;
}
