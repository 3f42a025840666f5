import { createContext, type PropsWithChildren, useContext } from 'react';
import { RenderedAt } from './rendered-at.ts';

/** A fragment of a page, by what determines its markup. */
type Fragment = { data: object[]; name: string; renderedAt: number };

/** Cache of the markup that several pages share, on the server; see start/page-fragments.ts. */
export type FragmentsOfPage = { place(fragment: Fragment): { mark: string; isCached: boolean } };
export const FragmentsOfPage = createContext<FragmentsOfPage | undefined>(undefined);

/** `data`, the same objects, and `name` determine the markup of `children`, in pages of one second. */
type Props = PropsWithChildren<{ data: object[]; name: string }>;

/** Leaves a mark where the markup of an earlier page will stand, or two around what is written now. */
function ServedFragment({ data, name, children }: Props) {
  const renderedAt = useContext(RenderedAt);
  const placed = useContext(FragmentsOfPage)?.place({ data, name, renderedAt });
  if (!placed) return children;
  const mark = <template id={placed.mark} />;
  if (placed.isCached) return mark;
  return (
    <>
      {mark}
      {children}
      {mark}
    </>
  );
}

/**
 * On the server, renders `children` once for the pages that show them alike. Within, `useId` would differ from the
 * browser's, and pictures that are not lazy are preloaded only by the page that renders them.
 */
export const CachedFragment = import.meta.env.SSR ? ServedFragment : ({ children }: Props) => children;
