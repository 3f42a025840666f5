import type { HomeSection } from '@mojian/contract/core/home-sections';

/** Drawn outlines of the sections' forms, 56 by 44. */
const paths: Record<HomeSection, string> = {
  says: 'M6 16h44M6 28h44M11 22h6M21 22h18M44 22h4',
  new: 'M8 10h18M8 15h12M8 27h18M8 32h12M36 8h12v10H36zM36 25h12v10H36z',
  picks: 'M6 10h9v12H6zM18.500 10h9v12h-9zM31 10h9v12h-9zM43.500 10h9v12h-9zM6 28h8M18.500 28h8M31 28h8M43.500 28h8',
  photos: 'M5 9h18v22H5zM26 9h12v22H26zM41 9h15M41 31h15M41 9v22M5 36h8M26 36h6',
  series: 'M8 36h42M12 36V12h6v24M20 36V16h6v20M28 36V10h6v26M36 36V14h6v22M44.500 36 43 17l4-.4L49 36',
  ago: 'M8 9h14v26H8zM11 15h8M11 20h8M30 12h18M30 20h14M30 28h18M30 34h10',
  reader: 'M10 12v6M10 12h4M18 12v6M18 12h4M28 14h20M28 22h20M28 30h12',
  neighbours:
    'M6 10h12M6 16h12M23 10h12M23 16h12M40 10h10M40 16h10M6 27h12M6 33h12M23 27h12M23 33h12M40 27h10M40 33h10',
  tags: 'M7 13h12M24 13h7M36 13h12M7 22h7M19 22h13M37 22h8M7 31h11M23 31h8',
};

export function Miniature({ name }: { name: HomeSection }) {
  return (
    <svg className="miniature" viewBox="0 0 56 44" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
