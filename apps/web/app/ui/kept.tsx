import { createContext, type PropsWithChildren, useContext } from 'react';
import { RenderedAt } from './rendered-at.ts';

/** Asks for a part of the page by what determines its markup. */
type KeptPart = { data: object[]; name: string; renderedAt: number };

/** Markup of parts that several pages have, kept by the server; see start/kept-parts.ts. */
export type PartsOfPage = { place(part: KeptPart): { mark: string; isKnown: boolean } };
export const PartsOfPage = createContext<PartsOfPage | undefined>(undefined);

/** `data`, the same objects, and `name` determine the markup of `children`, in pages of one second. */
type Props = PropsWithChildren<{ data: object[]; name: string }>;

/** Leaves a mark where the markup of an earlier page will stand, or two around what is written now. */
function ServedPart({ data, name, children }: Props) {
  const renderedAt = useContext(RenderedAt);
  const part = useContext(PartsOfPage)?.place({ data, name, renderedAt });
  if (!part) return children;
  const mark = <template id={part.mark} />;
  if (part.isKnown) return mark;
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
export const Kept = import.meta.env.SSR ? ServedPart : ({ children }: Props) => children;
