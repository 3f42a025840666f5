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

/** The way in, always opened at its first view. What was typed and what was counting go with the view they belong to. */
export function LoginDialog({ site, close }: OverlayProps) {
  const [index, setIndex] = useState<ViewIndex>(firstView(site));
  const { title, line } = viewOf(index, site);
  const sheet = useFocusOnEach(index);
  useEffect(() => {
    // who logs in on a screen that stays as it is
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

/** Who comes with an invitation registers. */
function firstView({ registration }: OverlayProps['site']): ViewIndex {
  return registration.mode === 'invite' && invitationIn(location) ? 2 : 1;
}

/** The first field has the focus; where that would bring up a keyboard over half the screen, the heading has it. */
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
