import { useUser } from '../../session.ts';

/** The way into the back office, which is an app of its own: for whom it lets in, and nobody else. */
export function OfficeLink() {
  return useUser()?.office && <a href="/admin">管理后台</a>;
}
