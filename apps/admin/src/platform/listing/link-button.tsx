import { Button } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A way to another screen of the back office, looking like a button. */
export function LinkButton({ to, children }: { to: string; children: React.ReactNode }) {
  const go = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button href={useHref(to)} onClick={go}>
      {children}
    </Button>
  );
}
