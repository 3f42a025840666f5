import { Link } from 'react-router';
import type { AsksLoginProps } from './asks-login.tsx';
import { MembersFrame } from './members-frame.tsx';
import { MembersOnly } from './members-only.tsx';

/** A place of members that is still being built: who is logged in reads what will be there, and is not asked again. */
export function NotYetOpen({ coming, ...frame }: AsksLoginProps & { coming: string }) {
  const { title, line, instead } = frame;
  return (
    <MembersOnly {...frame} waiting={<MembersFrame title={title} line={line} />}>
      {() => (
        <MembersFrame title={title} line={line}>
          <section className="sheet" aria-labelledby="coming">
            <span className="slip" aria-hidden="true">
              尚未启封
            </span>
            <div className="letter">
              <h2 id="coming">还没有开放</h2>
              <p>{coming}</p>
            </div>
            <p className="ways">
              <Link className="btn" to={instead.to}>
                {instead.words}
              </Link>
            </p>
          </section>
        </MembersFrame>
      )}
    </MembersOnly>
  );
}
